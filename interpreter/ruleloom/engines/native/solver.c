/* Exact solving. It stands behind the printed code and the runtime. Before it: KEY_WORDS, SCORED, DRAWN, write_key (the
   bytes by which two states at decisions differ), mover, and score_sign of each ending.

   The value of a state is what seat 0 gets. Without scores it is BIG - n where seat 0 can win in n decisions and cannot
   be kept longer, n - BIG where it loses so, 0 in a draw; with scores it is their difference. A search only asks
   whether a value is at least some number; what it learns is kept in a table as bounds, whole keys beside them. */

enum { BIG = 30000 };
enum { SOLVED, CHANCE_COMES, NOT_OPPOSED, TOO_MUCH, OUT_OF_BUDGET, OUT_OF_MEMORY, NOT_COVERED, TOO_DEEP, GOES_ROUND };
enum { BUCKET = 4, FIRST_BUCKETS = 1 << 12, LARGE_PAGE = 1 << 21 };

typedef struct {
    uint64_t key[KEY_WORDS];
    uint32_t age;
    int16_t low, high;
} Entry;

typedef struct {
    State s;
    uint64_t key[KEY_WORDS];
    uint64_t hash;
    int32_t replies;
    int32_t bound;
    Options *o; /* what the replies are; its own, kept for whatever stands here next */
} Child;

typedef struct Level {
    struct Level *below;
    const Child *at;
    Child *children;
    int64_t room;
} Level;

typedef struct Solver {
    Run run;
    Entry *entries;
    uint64_t buckets, all_buckets, most_buckets, used; /* buckets in use, there, allowed; entries in use */
    uint32_t age;
    int fault;
    int64_t nodes, budget;
    int64_t sum, levels;
    int is_sum_known;
    Level *top;
    Options *scratch, *first;
} Solver;

static _Noreturn void give_up(Solver *t, int fault)
{
    t->fault = fault;
    failed(&t->run);
}

/* --- the table ------------------------------------------------------------------------------------------------- */

static inline uint64_t hash_of(const uint64_t *key)
{
    uint64_t hash = 0;
    for (int word = 0; word < KEY_WORDS; word++) {
        hash = (hash ^ key[word]) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    return hash * UINT64_C(0xD6E8FEB86659FD93);
}

static inline Entry *bucket_of(const Solver *t, uint64_t hash)
{
    return t->entries + (hash >> 20 & (t->buckets - 1)) * BUCKET;
}

static inline uint64_t differences(const uint64_t *one, const uint64_t *other)
{
    uint64_t found = 0;
    for (int word = 0; word < KEY_WORDS; word++)
        found |= one[word] ^ other[word];
    return found;
}

static inline int is_same(const uint64_t *one, const uint64_t *other)
{
    return differences(one, other) == 0;
}

static inline Entry *look_up(const Solver *t, const uint64_t *key, uint64_t hash)
{
    Entry *bucket = bucket_of(t, hash);
    for (int at = 0; at < BUCKET; at++)
        if (!((bucket[at].age ^ t->age) | differences(bucket[at].key, key)))
            return bucket + at;
    return NULL;
}

/* Where something new is kept: in free room of its bucket, else in place of something that is forgotten. */
static Entry *room_for(Solver *t, uint64_t hash)
{
    Entry *bucket = bucket_of(t, hash);
    for (int at = 0; at < BUCKET; at++)
        if (bucket[at].age != t->age) {
            t->used++;
            return bucket + at;
        }
    return bucket + (hash & (BUCKET - 1));
}

/* An empty table whose buckets do not lie across two lines of the cache, where they fit into one. */
static Entry *new_table(uint64_t buckets)
{
    size_t bytes = buckets * BUCKET * sizeof(Entry), align = bytes >= LARGE_PAGE ? LARGE_PAGE : 64;
    Entry *entries = aligned_alloc(align, (bytes + align - 1) / align * align);
    if (entries != NULL)
        memset(entries, 0, bytes);
    return entries;
}

/* The known entries of the first buckets, which are forgotten there; NULL where there is no memory. */
static Entry *taken_out(Solver *t, uint64_t buckets, uint64_t *count)
{
    Entry *found = malloc((t->used + 1) * sizeof *found), *end = t->entries + buckets * BUCKET;
    *count = 0;
    for (Entry *each = t->entries; found != NULL && each < end; each++)
        if (each->age == t->age && *count < t->used) {
            found[(*count)++] = *each;
            each->age = 0;
        }
    return found;
}

/* Use more buckets, if there may be more; what is known is taken along. */
static void enlarge(Solver *t)
{
    uint64_t buckets = t->buckets * 4, count;
    Entry *entries = t->entries, *kept = NULL;
    if (buckets > t->all_buckets)
        entries = buckets > t->most_buckets ? NULL : new_table(buckets);
    if (entries == NULL || (kept = taken_out(t, t->buckets, &count)) == NULL) {
        t->most_buckets = t->buckets;
        if (entries != t->entries)
            free(entries);
        return;
    }
    if (entries != t->entries) {
        free(t->entries);
        t->entries = entries;
        t->all_buckets = buckets;
    }
    t->buckets = buckets;
    t->used = 0;
    for (uint64_t at = 0; at < count; at++)
        *room_for(t, hash_of(kept[at].key)) = kept[at];
    free(kept);
}

static void learn(Solver *t, const Child *child, int least, int value)
{
    Entry *entry = look_up(t, child->key, child->hash);
    if (entry == NULL) {
        if (t->used > t->buckets * 3 && t->buckets < t->most_buckets)
            enlarge(t);
        entry = room_for(t, child->hash);
        memcpy(entry->key, child->key, sizeof entry->key);
        entry->age = t->age;
        entry->low = -BIG;
        entry->high = BIG;
    }
    if (value >= least) {
        if (value > entry->low)
            entry->low = (int16_t)value;
    } else if (value < entry->high) {
        entry->high = (int16_t)value;
    }
}

/* --- the search ------------------------------------------------------------------------------------------------ */

/* A bound of a state as a bound of those after one decision more, and back. */
static inline int below_bound(int value)
{
    return SCORED ? value : value > 1 ? value + 1 : value < 0 ? value - 1 : value;
}

static inline int above_bound(int value)
{
    return SCORED ? value : value > 1 ? value - 1 : value < -1 ? value + 1 : value;
}

static int worth(Solver *t, State *s, Options *o)
{
    f_result(s, o);
    int64_t one = o->returns[0], other = o->returns[1], value = one - other;
    if (!t->is_sum_known) {
        t->sum = SCORED ? one + other : 0;
        t->is_sum_known = 1;
    }
    if (one + other != t->sum)
        give_up(t, NOT_OPPOSED);
    if (!SCORED)
        return value > 0 ? BIG : value < 0 ? -BIG : 0;
    if (value <= -BIG || value >= BIG)
        give_up(t, TOO_MUCH);
    return (int)value * score_sign[s->ending];
}

/* Go on to the next stop. Gives whether it is the end, whose worth is the `bound`; else it is a decision with its key. */
static int stop(Solver *t, Child *child)
{
    State *s = &child->s;
    int kind = kind_of(s);
    if (kind == NO_STOP) {
        f_run(s, t->scratch);
        kind = kind_of(s);
    }
    if (kind == OVER) {
        child->bound = worth(t, s, t->scratch);
        return 1;
    }
    if (kind != DECIDE && kind != PICK)
        give_up(t, kind == CHANCE ? CHANCE_COMES : NOT_COVERED);
    write_key(s, child->key);
    child->hash = hash_of(child->key);
    __builtin_prefetch(bucket_of(t, child->hash));
    return 0;
}

/* Whether the table knows if the value is at least `least`: then `bound` is a lower bound of at least that, or an upper
   bound below it. */
static inline int is_known(const Solver *t, Child *child, int least)
{
    const Entry *known = look_up(t, child->key, child->hash);
    if (known == NULL || (known->low < least && known->high >= least))
        return 0;
    child->bound = known->low >= least ? known->low : known->high;
    return 1;
}

static Options *new_options(Solver *t)
{
    Options *found = calloc(1, sizeof *found);
    if (found == NULL)
        give_up(t, OUT_OF_MEMORY);
    found->run = &t->run;
    return found;
}

/* Count the options of a decision that the table does not know, and go on where there are none. Gives whether it is
   known now, see is_known. */
static int replies(Solver *t, Child *child, int least)
{
    if (child->o == NULL)
        child->o = new_options(t);
    for (int empty = 0; empty < MOST_EMPTY_CHOICES; empty++) {
        child->replies = (int32_t)f_legal(&child->s, child->o);
        if (child->replies > 0) {
            if (SCORED || (least < BIG && least > -BIG))
                return 0;
            child->bound = least > 0 ? BIG - 1 : 1 - BIG;
            return 1;
        }
        f_absent(&child->s, t->scratch);
        if (stop(t, child) || is_known(t, child, least))
            return 1;
    }
    failed(&t->run);
}

/* Whether a state is one of those that led to it, and is asked the same again. A search that comes back to a state goes
   the same way from there as before, and so deeper and deeper; that is why it is enough to look at new depths. Questions
   for lengths become narrower with each decision, and come to an end. */
static int goes_round(const Solver *t, const Child *child, int least)
{
    for (const Level *level = t->top; level != NULL && (SCORED || least == 0 || least == 1); level = level->below)
        if (is_same(level->at->key, child->key))
            return 1;
    return 0;
}

/* The level at which a state is looked at; where it is the first so deep, it may have come up before. */
static Level *level_below(Solver *t, Level **place, const Child *child, int least)
{
    if (*place == NULL) {
        if (goes_round(t, child, least))
            give_up(t, GOES_ROUND);
        if (++t->levels > DEEPEST)
            give_up(t, TOO_DEEP);
        if ((*place = calloc(1, sizeof **place)) == NULL)
            give_up(t, OUT_OF_MEMORY);
    }
    return *place;
}

static void make_room(Solver *t, Level *level, int64_t options)
{
    if (options <= level->room)
        return;
    Child *children = realloc(level->children, (size_t)options * 2 * sizeof *children);
    if (children == NULL)
        give_up(t, OUT_OF_MEMORY);
    for (int64_t at = level->room; at < options * 2; at++)
        children[at].o = NULL;
    level->children = children;
    level->room = options * 2;
}

typedef struct {
    int is_first, least, best;
} Asked;

/* Take a bound of a child in. Gives whether it decides. */
static inline int decides(Asked *asked, int bound)
{
    bound = above_bound(bound);
    if (asked->is_first ? bound > asked->best : bound < asked->best)
        asked->best = bound;
    return asked->is_first ? bound >= asked->least : bound < asked->least;
}

/* A bound of the value of a state at a decision that has options: a lower one of at least `least`, or an upper one
   below it. */
static int bound_of(Solver *t, Level *level, Child *at, int least)
{
    if (++t->nodes > t->budget)
        give_up(t, OUT_OF_BUDGET);
    level->at = at;
    int64_t options = at->replies;
    make_room(t, level, options);
    Child *children = level->children;
    int is_first = mover(&at->s) == 0, next = below_bound(least), open = 0, waiting = 0;
    Asked asked = {is_first, least, is_first ? -BIG - 1 : BIG + 1};
    int32_t order[options];
    for (int32_t option = 0; option < options; option++) {
        Child *child = children + option;
        memcpy(&child->s, &at->s, sizeof child->s);
        f_take(&child->s, at->o, option);
        if (!stop(t, child))
            order[open++] = option;
        else if (decides(&asked, child->bound))
            goto known;
    }
    for (int place = 0; place < open; place++) {
        Child *child = children + order[place];
        if (!is_known(t, child, next))
            order[waiting++] = order[place];
        else if (decides(&asked, child->bound))
            goto known;
    }
    open = waiting;
    waiting = 0;
    for (int place = 0; place < open; place++) {
        int32_t option = order[place];
        Child *child = children + option;
        if (replies(t, child, next)) {
            if (decides(&asked, child->bound))
                goto known;
            continue;
        }
        int before = waiting++;
        for (; before > 0 && children[order[before - 1]].replies > child->replies; before--)
            order[before] = order[before - 1];
        order[before] = option;
    }
    for (int place = 0; place < waiting; place++) {
        Child *child = children + order[place];
        if (decides(&asked, bound_of(t, level_below(t, &level->below, child, next), child, next)))
            break;
    }
known:
    learn(t, at, least, asked.best);
    return asked.best;
}

static int bound_from(Solver *t, const State *from, int least)
{
    Child root;
    memcpy(&root.s, from, sizeof root.s);
    f_prepare(&root.s, t->scratch);
    if (t->first == NULL)
        t->first = new_options(t);
    root.o = t->first;
    if (stop(t, &root) || is_known(t, &root, least) || replies(t, &root, least))
        return root.bound;
    return bound_of(t, level_below(t, &t->top, &root, least), &root, least);
}

/* The value; without lengths only its sign is right where there are no scores. */
static int value_from(Solver *t, const State *from, int has_lengths)
{
    int low = -BIG, high = BIG;
    while (low < high) {
        int least;
        if (SCORED)
            least = low + (high - low + 1) / 2;
        else if (low < 1 && high > 0)
            least = 1;
        else if (DRAWN && low < 0 && high > -1)
            least = 0;
        else if (!has_lengths || high == 0)
            break;
        else
            least = low > 0 ? low + 1 : high;
        int bound = bound_from(t, from, least);
        if (bound >= least)
            low = bound;
        else
            high = bound;
    }
    return low > 0 || SCORED ? low : high;
}

/* --- what is called -------------------------------------------------------------------------------------------- */

EXPORTED void ruleloom_solver_free(Solver *t)
{
    for (Level *level = t->top, *below; level != NULL; level = below) {
        below = level->below;
        for (int64_t at = 0; at < level->room; at++)
            free(level->children[at].o);
        free(level->children);
        free(level);
    }
    free(t->entries);
    free(t->scratch);
    free(t->first);
    free(t);
}

/* A solver whose table takes so many bytes at most; NULL where there is no memory. */
EXPORTED Solver *ruleloom_solver_new(int64_t bytes)
{
    Solver *t = calloc(1, sizeof *t);
    if (t == NULL)
        return NULL;
    t->buckets = t->all_buckets = FIRST_BUCKETS;
    t->most_buckets = (uint64_t)bytes / (BUCKET * sizeof(Entry));
    t->age = 1;
    t->entries = new_table(t->buckets);
    t->scratch = calloc(1, sizeof *t->scratch);
    if (t->entries == NULL || t->scratch == NULL) {
        ruleloom_solver_free(t);
        return NULL;
    }
    t->scratch->run = &t->run;
    seed_run(&t->run, 0);
    return t;
}

/* Forget what is known, for another game by the same rules. */
EXPORTED void ruleloom_solver_forget(Solver *t)
{
    t->used = 0;
    t->buckets = FIRST_BUCKETS; /* few, which stay in the cache */
    t->is_sum_known = 0;
    if (++t->age == 0) {
        memset(t->entries, 0, t->all_buckets * BUCKET * sizeof *t->entries);
        t->age = 1;
    }
}

/* Whether a value is at least a number: a bound, see bound_of. Gives why not, if not; what was learnt is kept. */
EXPORTED int64_t ruleloom_solver_bound(Solver *t, const State *from, int64_t least, int64_t budget, int64_t *bound)
{
    t->fault = NOT_COVERED;
    t->nodes = 0;
    t->budget = budget;
    if (setjmp(t->run.failed))
        return t->fault;
    *bound = bound_from(t, from, (int)least);
    return SOLVED;
}

/* The values of several states, each forgotten before the next; `done` says how many there are already. */
EXPORTED int64_t ruleloom_solver_values(Solver *t, const State *from, int64_t count, int64_t has_lengths,
                                        int64_t budget, int64_t *values, int64_t *done)
{
    t->fault = NOT_COVERED;
    t->nodes = 0;
    t->budget = budget;
    if (setjmp(t->run.failed))
        return t->fault;
    while (*done < count) {
        values[*done] = value_from(t, from + *done, (int)has_lengths);
        ruleloom_solver_forget(t);
        ++*done;
    }
    return SOLVED;
}

EXPORTED int64_t ruleloom_solver_nodes(const Solver *t)
{
    return t->nodes;
}
