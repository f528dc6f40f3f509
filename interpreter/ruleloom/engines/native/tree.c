/* --- Monte-Carlo tree search ------------------------------------------------------------------------------------
   UCT: going down, each player takes what looks best to it, untried options first; behind the tree a game is played at
   random. What happens by chance is drawn, and each outcome has a node of its own. Who chooses in a joint choice has
   one account of its options, whatever the others have chosen. `ruleloom/search/tree.py` does the same, step by step. */

#ifdef __clang__
#pragma STDC FP_CONTRACT OFF
#endif

/* Where a stop keeps who is asked, and how many have committed (size 0: it is no joint choice). */
typedef struct {
    int32_t seat, seat_size, commits, commits_size;
} Asked;

/* What a search is told. `spread` is what the number of visits, `inverse` what the number of tries adds to the worth of
   an option that is tried seldom; `signs` says of each ending whether much is good. */
typedef struct {
    int64_t iterations, most, seed, asked, nodes, cells, entries;
    const Asked *stops;
    const int64_t *signs, *teams;
    const double *spread, *inverse;
} Search;

typedef struct {
    int32_t block, children;
} Node;

typedef struct {
    int32_t seat, count, visits, first;
} Block;

typedef struct {
    int64_t total;
    int32_t tries, block;
} Edge;

typedef struct {
    uint64_t key;
    int64_t value; /* 0: the entry is free */
} Known;

typedef struct {
    const Search *told;
    Node *nodes;
    Block *blocks;
    Edge *edges;
    Known *entries;
    int32_t *children, *path;
    int64_t node_count, block_count, edge_count, child_count, depth, base;
    int64_t low[PLAYERS], high[PLAYERS];
    int has_range;
} Tree;

static uint64_t mixed(uint64_t left, uint64_t right)
{
    uint64_t stream = left * UINT64_C(0xD1342543DE82EF95) + right;
    return next_number(&stream);
}

static uint64_t known_hash(const State *s)
{
    const uint8_t *bytes = (const uint8_t *)s;
    uint64_t hash = sizeof *s;
    for (size_t at = 0; at < sizeof *s; at += 8) {
        uint64_t word = 0;
        memcpy(&word, bytes + at, sizeof *s - at < 8 ? sizeof *s - at : 8);
        hash = mixed(hash, word);
    }
    return hash;
}

static int64_t number_at(const State *s, int32_t offset, int32_t size)
{
    const uint8_t *at = (const uint8_t *)s + offset;
    int64_t wide;
    int32_t middle;
    int16_t narrow;
    switch (size) {
    case 1: return *(const int8_t *)at;
    case 2: return memcpy(&narrow, at, sizeof narrow), narrow;
    case 4: return memcpy(&middle, at, sizeof middle), middle;
    default: return memcpy(&wide, at, sizeof wide), wide;
    }
}

/* The entry of a key, or the free one where it belongs. There are always free ones. */
static Known *entry_of(Tree *tree, uint64_t key)
{
    uint64_t most = (uint64_t)tree->told->entries - 1, at = key & most;
    while (tree->entries[at].value && tree->entries[at].key != key)
        at = (at + 1) & most;
    return &tree->entries[at];
}

static int64_t new_node(Tree *tree)
{
    if (tree->node_count == tree->told->nodes)
        return -1;
    tree->nodes[tree->node_count] = (Node){-1, -1};
    return tree->node_count++;
}

static int64_t node_behind_chance(Tree *tree, int64_t node, const State *s)
{
    Known *entry = entry_of(tree, mixed((uint64_t)node * 2 + 1, known_hash(s)));
    if (!entry->value) {
        int64_t made = new_node(tree);
        if (made < 0)
            return -1;
        *entry = (Known){mixed((uint64_t)node * 2 + 1, known_hash(s)), made + 1};
    }
    return entry->value - 1;
}

static int64_t node_behind(Tree *tree, int64_t node, int64_t option)
{
    int32_t *child = &tree->children[tree->nodes[node].children + option];
    if (*child < 0)
        *child = (int32_t)new_node(tree);
    return *child;
}

static int64_t new_block(Tree *tree, int64_t seat, int64_t options)
{
    if (tree->edge_count + options > tree->told->cells)
        return -1;
    tree->blocks[tree->block_count] = (Block){(int32_t)seat, (int32_t)options, 0, (int32_t)tree->edge_count};
    for (int64_t option = 0; option < options; option++)
        tree->edges[tree->edge_count++] = (Edge){0, 0, (int32_t)tree->block_count};
    return tree->block_count++;
}

/* Give a node its block and room for its children; whether it has both now. `fresh` becomes whether they are new. */
static int open_node(Tree *tree, int64_t node, const State *s, int64_t options, int *fresh)
{
    Asked asked = tree->told->stops[s->pc];
    int64_t seat = number_at(s, asked.seat, asked.seat_size), block = -1;
    int is_joint = asked.commits_size > 0;
    if (is_joint && number_at(s, asked.commits, asked.commits_size) == 0)
        tree->base = node;
    *fresh = tree->nodes[node].block < 0;
    if (!*fresh)
        return tree->blocks[tree->nodes[node].block].count == options;
    if (tree->child_count + options > tree->told->cells || seat < 0 || seat >= PLAYERS)
        return 0;
    uint64_t key = mixed((uint64_t)tree->base * 2 + 2, (uint64_t)seat);
    if (is_joint && entry_of(tree, key)->value) {
        block = entry_of(tree, key)->value - 1;
        *fresh = 0;
        if (tree->blocks[block].count != options)
            return 0;
    } else if ((block = new_block(tree, seat, options)) < 0) {
        return 0;
    } else if (is_joint) {
        *entry_of(tree, key) = (Known){key, block + 1};
        *fresh = tree->base != 0; /* whoever chooses at the root begins at once */
    }
    tree->nodes[node] = (Node){(int32_t)block, (int32_t)tree->child_count};
    for (int64_t option = 0; option < options; option++)
        tree->children[tree->child_count++] = -1;
    return 1;
}

static int64_t untried(const Block *block, const Edge *edges, Run *run)
{
    int64_t count = 0;
    for (int32_t option = 0; option < block->count; option++)
        count += edges[option].tries == 0;
    if (!count)
        return -1;
    int64_t chosen = draw(run, STREAMS, count);
    for (int32_t option = 0;; option++)
        if (edges[option].tries == 0 && chosen-- == 0)
            return option;
}

static int64_t selected(Tree *tree, const Block *block, Run *run)
{
    const Edge *edges = tree->edges + block->first;
    int64_t best = untried(block, edges, run);
    if (best >= 0)
        return best;
    double low = (double)tree->low[block->seat], range = (double)tree->high[block->seat] - low, most = -1.0;
    double spread = tree->told->spread[block->visits];
    for (int32_t option = 0; option < block->count; option++) {
        double mean = (double)edges[option].total / (double)edges[option].tries;
        double worth = (range > 0.0 ? (mean - low) / range : 0.0) + spread * tree->told->inverse[edges[option].tries];
        if (worth > most) {
            most = worth;
            best = option;
        }
    }
    return best;
}

/* Go down as far as the tree reaches; `s` is then where a random game begins. */
static void descend(Tree *tree, State *s, Options *o)
{
    int64_t node = 0;
    tree->depth = 0;
    tree->base = -1;
    while (node >= 0) {
        int64_t options = settle(s, o);
        int fresh = 0;
        if (options == 0) {
            if (kind_of(s) != CHANCE)
                return;
            f_chance(s, o);
            node = node_behind_chance(tree, node, s);
            continue;
        }
        if (!open_node(tree, node, s, options, &fresh) || (fresh && node != 0))
            return;
        Block *block = &tree->blocks[tree->nodes[node].block];
        int64_t option = selected(tree, block, o->run);
        tree->path[tree->depth++] = (int32_t)(block->first + option);
        f_take(s, o, option);
        node = node_behind(tree, node, option);
    }
}

/* Play on at random; whether the game came to an end after so many decisions at most. */
static int play_on(State *s, Options *o, int64_t most)
{
    for (int64_t made = 0;;) {
        int64_t options = settle(s, o);
        if (options > 0) {
            if (made++ == most)
                return 0;
            f_take(s, o, draw(o->run, STREAMS, options));
        } else if (kind_of(s) == CHANCE) {
            f_chance(s, o);
        } else {
            f_result(s, o);
            return 1;
        }
    }
}

/* What a game is worth to each seat: what it returns to its team, or nothing where it does not end. */
static void count_game(Tree *tree, const State *s, const Options *o, int is_over)
{
    int64_t worth[PLAYERS] = {0};
    for (int seat = 0; seat < PLAYERS && is_over; seat++)
        for (int other = 0; other < PLAYERS; other++)
            if (tree->told->teams[seat] == tree->told->teams[other])
                worth[seat] += tree->told->signs[s->ending] * (int64_t)o->returns[other];
    for (int seat = 0; seat < PLAYERS; seat++) {
        if (!tree->has_range || worth[seat] < tree->low[seat])
            tree->low[seat] = worth[seat];
        if (!tree->has_range || worth[seat] > tree->high[seat])
            tree->high[seat] = worth[seat];
    }
    tree->has_range = 1;
    for (int64_t at = 0; at < tree->depth; at++) {
        Edge *edge = &tree->edges[tree->path[at]];
        Block *block = &tree->blocks[edge->block];
        edge->tries++;
        edge->total += worth[block->seat];
        block->visits++;
    }
}

static int64_t tree_task(Task *task)
{
    Tree *tree = (Tree *)task->more;
    for (int64_t number = 0; number < tree->told->iterations; number++) {
        State s;
        memcpy(&s, task->from, sizeof s);
        seed_run(task->o->run, tree->told->seed + number);
        descend(tree, &s, task->o);
        count_game(tree, &s, task->o, play_on(&s, task->o, tree->told->most));
    }
    return 0;
}

/* How often each option of the seat that is asked was tried, and what that came to. Gives how many options there are. */
static int64_t tell(Tree *tree, int64_t *rows)
{
    int64_t block = tree->nodes[0].block;
    if (block >= 0 && tree->blocks[block].seat != tree->told->asked)
        block = entry_of(tree, mixed(2, (uint64_t)tree->told->asked))->value - 1;
    if (block < 0)
        return 0;
    for (int32_t option = 0; option < tree->blocks[block].count; option++) {
        const Edge *edge = &tree->edges[tree->blocks[block].first + option];
        rows[2 * option] = edge->tries;
        rows[2 * option + 1] = edge->total;
    }
    return tree->blocks[block].count;
}

static size_t rounded(size_t size)
{
    return (size + 15) & ~(size_t)15;
}

/* Search from a decision. `rows` has room for two numbers for each option. Gives the number of options, FAILED where the
   rules do not cover what happens, and NO_MEMORY. */
EXPORTED int64_t ruleloom_tree(const State *from, Options *o, const Search *told, int64_t *rows)
{
    size_t nodes = (size_t)told->nodes, cells = (size_t)told->cells;
    size_t sizes[] = {
        rounded(nodes * sizeof(Node)), rounded(nodes * sizeof(Block)), rounded(cells * sizeof(Edge)),
        rounded((size_t)told->entries * sizeof(Known)), rounded(cells * sizeof(int32_t)), nodes * sizeof(int32_t),
    };
    size_t all = 0, at = 0;
    for (size_t part = 0; part < sizeof sizes / sizeof *sizes; part++)
        all += sizes[part];
    uint8_t *arena = calloc(all, 1);
    if (!arena)
        return NO_MEMORY;
    Tree tree = {.told = told};
    tree.nodes = (Node *)(void *)arena;
    tree.blocks = (Block *)(void *)(arena + (at += sizes[0]));
    tree.edges = (Edge *)(void *)(arena + (at += sizes[1]));
    tree.entries = (Known *)(void *)(arena + (at += sizes[2]));
    tree.children = (int32_t *)(void *)(arena + (at += sizes[3]));
    tree.path = (int32_t *)(void *)(arena + at + sizes[4]);
    new_node(&tree);
    Task task = {.work = tree_task, .o = o, .from = from, .more = &tree};
    int64_t found = attempt_seeded(&task, told->seed);
    if (found != FAILED)
        found = tell(&tree, rows);
    free(arena);
    return found;
}
