/* What is done with a printed game: single steps, random games, counts. It stands behind the printed code, which has
   State, Options, the functions of the plan (f_run, f_legal, ...), stop_kinds, stream_names and stream_lengths. */

enum { NO_STOP, DECIDE, PICK, CHANCE, OVER };
enum { MOST_EMPTY_CHOICES = 1000 }; /* in a row; a net, not a rule */
enum { FAILED = -1, CHANCE_PENDING = -2, NO_MEMORY = -3 };

static void begin_stream(Run *run, int64_t stream)
{
    run->streams[stream] = hashed(run->seeded, stream_names[stream], stream_lengths[stream]);
    run->begun[stream] = 1;
}

/* Begin the streams of a seed, each where it is first drawn from. */
static void seed_run(Run *run, int64_t seed)
{
    uint8_t text[24] = {0};
    size_t at = sizeof text;
    text[--at] = '/';
    uint64_t left = seed < 0 ? -(uint64_t)seed : (uint64_t)seed;
    for (; left > 9; left /= 10)
        text[--at] = (uint8_t)('0' + left % 10);
    text[--at] = (uint8_t)('0' + left);
    if (seed < 0)
        text[--at] = '-';
    run->seeded = hashed(UINT64_C(0xCBF29CE484222325), text + at, sizeof text - at);
    memset(run->begun, 0, sizeof run->begun);
}

static inline int kind_of(const State *s)
{
    return s->pc >= 0 && (size_t)s->pc < sizeof stop_kinds ? stop_kinds[s->pc] : NO_STOP;
}

/* Go on to the next stop: a decision that has an option, a chance event, the end. Gives the number of options. */
static int64_t settle(State *s, Options *o)
{
    for (int empty = 0; empty < MOST_EMPTY_CHOICES; empty++) {
        int kind = kind_of(s);
        if (kind == NO_STOP) {
            f_run(s, o);
            kind = kind_of(s);
        }
        if (kind == NO_STOP)
            break;
        if (kind == CHANCE || kind == OVER)
            return 0;
        int64_t options = f_legal(s, o);
        if (options > 0)
            return options;
        f_absent(s, o);
    }
    failed(o->run);
}

/* --- one protected call: where the rules do not cover what happens, it gives FAILED ---------------------------- */

typedef struct Task {
    int64_t (*work)(struct Task *);
    State *s;
    Options *o;
    const State *from;
    int64_t number, count, most, done;
    int64_t *rows;
    int64_t width, across; /* of a row; of the table below */
    const int64_t *columns;
    uint64_t *total;
    State *waiting;
    void *more; /* what a search keeps */
} Task;

static int64_t attempt(Task *task, Run *run)
{
    task->o->run = run;
    if (setjmp(run->failed))
        return FAILED;
    return task->work(task);
}

static int64_t attempt_seeded(Task *task, int64_t seed)
{
    Run run;
    seed_run(&run, seed);
    int64_t found = attempt(task, &run);
    task->o->run = NULL;
    return found;
}

static int64_t run_task(Task *task)
{
    f_run(task->s, task->o);
    return 0;
}

static int64_t prepare_task(Task *task)
{
    f_prepare(task->s, task->o);
    return 0;
}

static int64_t legal_task(Task *task)
{
    return f_legal(task->s, task->o);
}

static int64_t take_task(Task *task)
{
    int64_t options = f_legal(task->s, task->o);
    if (task->number < 0 || task->number >= options)
        failed(task->o->run);
    f_take(task->s, task->o, task->number);
    return 0;
}

static int64_t absent_task(Task *task)
{
    f_absent(task->s, task->o);
    return 0;
}

static int64_t chance_task(Task *task)
{
    f_chance(task->s, task->o);
    return 0;
}

static int64_t result_task(Task *task)
{
    f_result(task->s, task->o);
    return 0;
}

EXPORTED int64_t ruleloom_run(State *s, Options *o)
{
    return attempt_seeded(&(Task){.work = run_task, .s = s, .o = o}, 0);
}

EXPORTED int64_t ruleloom_prepare(State *s, Options *o)
{
    return attempt_seeded(&(Task){.work = prepare_task, .s = s, .o = o}, 0);
}

EXPORTED int64_t ruleloom_legal(State *s, Options *o)
{
    return attempt_seeded(&(Task){.work = legal_task, .s = s, .o = o}, 0);
}

EXPORTED int64_t ruleloom_take(State *s, Options *o, int64_t option)
{
    return attempt_seeded(&(Task){.work = take_task, .s = s, .o = o, .number = option}, 0);
}

EXPORTED int64_t ruleloom_absent(State *s, Options *o)
{
    return attempt_seeded(&(Task){.work = absent_task, .s = s, .o = o}, 0);
}

EXPORTED int64_t ruleloom_result(State *s, Options *o)
{
    return attempt_seeded(&(Task){.work = result_task, .s = s, .o = o}, 0);
}

/* `streams` are the states of the plan's streams, all of which have begun; they are given back. */
EXPORTED int64_t ruleloom_chance(State *s, Options *o, uint64_t *streams)
{
    Run run;
    seed_run(&run, 0);
    memcpy(run.streams, streams, STREAMS * sizeof *streams);
    memset(run.begun, 1, sizeof run.begun);
    int64_t found = attempt(&(Task){.work = chance_task, .s = s, .o = o}, &run);
    memcpy(streams, run.streams, STREAMS * sizeof *streams);
    o->run = NULL;
    return found;
}

/* --- random games ---------------------------------------------------------------------------------------------- */

/* Play on at random to the end. One number is drawn for each decision, forced or not. Gives the decisions. Where there
   is a row, the options and what is taken are counted in it. */
static inline int64_t play(State *s, Options *o, int64_t most, const Task *task, int64_t *row)
{
    int64_t made = 0, events = 0;
    for (;;) {
        int64_t options = settle(s, o);
        if (options > 0) {
            if (made == most)
                failed(o->run);
            int64_t taken = draw(o->run, STREAMS, options);
            if (row) {
                row[3] += options;
                row[task->columns[s->pc * task->across + o->alternative[taken]]]++;
            }
            f_take(s, o, taken);
            made++;
            events = 0;
        } else if (kind_of(s) == CHANCE) {
            if (++events > LONGEST_RUN)
                failed(o->run);
            f_chance(s, o);
        } else {
            return made;
        }
    }
}

static int64_t games_task(Task *task)
{
    Options *o = task->o;
    for (int64_t at = 0; at < task->count; at++) {
        State s;
        int64_t *row = task->rows + at * (3 + PLAYERS);
        memcpy(&s, task->from, sizeof s);
        seed_run(o->run, task->number + at);
        row[1] = play(&s, o, task->most, NULL, NULL);
        f_result(&s, o);
        row[0] = s.ending;
        row[2] = s.turns;
        for (int seat = 0; seat < PLAYERS; seat++)
            row[3 + seat] = o->returns[seat];
        task->done++;
    }
    return task->count;
}

/* A row for each seed: the ending, the decisions, the turns, the return of each seat. Gives how many games came to an
   end: where there are fewer than asked, the rules do not cover the next one, or it has more than `most` decisions. */
EXPORTED int64_t ruleloom_games(const State *from, Options *o, int64_t first, int64_t count, int64_t most, int64_t *rows)
{
    Task task = {.work = games_task, .o = o, .from = from, .number = first, .count = count, .most = most, .rows = rows};
    attempt_seeded(&task, first);
    return task.done;
}

static int64_t counted_task(Task *task)
{
    Options *o = task->o;
    for (int64_t at = 0; at < task->count; at++) {
        State s;
        int64_t *row = task->rows + at * task->width;
        memcpy(&s, task->from, sizeof s);
        seed_run(o->run, task->number + at);
        row[1] = play(&s, o, task->most, task, row);
        f_result(&s, o);
        row[0] = s.ending;
        row[2] = s.turns;
        for (int seat = 0; seat < PLAYERS; seat++)
            row[4 + seat] = o->returns[seat];
#if HAS_RANKS
        for (int seat = 0; seat < PLAYERS; seat++)
            row[task->width - PLAYERS + seat] = o->ranks[seat];
#endif
        task->done++;
    }
    return task->count;
}

/* The same with longer rows, which are 0 at first: the ending, the decisions, the turns, the options at all decisions
   together, the return of each seat, how often each alternative was taken, the ranks if there are any. `columns` says
   for each program point and alternative where that is counted; `across` is how many alternatives there are room for. */
EXPORTED int64_t ruleloom_counted(const State *from, Options *o, int64_t first, int64_t count, int64_t most,
                                  int64_t *rows, int64_t width, const int64_t *columns, int64_t across)
{
    Task task = {.work = counted_task, .o = o, .from = from, .number = first, .count = count, .most = most,
                 .rows = rows, .width = width, .columns = columns, .across = across};
    attempt_seeded(&task, first);
    return task.done;
}

/* --- counts ---------------------------------------------------------------------------------------------------- */

/* How many sequences of exactly so many decisions begin in a state. Each depth has options of its own. */
static int64_t sequences(const State *from, Options *o, int64_t depth, Task *task)
{
    State s;
    memcpy(&s, from, sizeof s);
    o->run = task->o->run;
    int64_t options = settle(&s, o);
    if (kind_of(&s) == CHANCE) {
        memcpy(task->waiting, &s, sizeof s);
        return CHANCE_PENDING;
    }
    if (depth == 1) {
        *task->total += (uint64_t)options;
        return 0;
    }
    for (int64_t option = 0; option < options; option++) {
        State after;
        memcpy(&after, &s, sizeof after);
        f_take(&after, o, option);
        int64_t found = sequences(&after, o + 1, depth - 1, task);
        if (found < 0)
            return found;
    }
    return 0;
}

static int64_t perft_task(Task *task)
{
    return sequences(task->from, task->o, task->number, task);
}

/* `pool` are options for each depth, of which there is at least one; `waiting` becomes the state chance comes in. */
EXPORTED int64_t ruleloom_perft(const State *from, Options *pool, int64_t depth, uint64_t *total, State *waiting)
{
    *total = 0;
    Task task = {.work = perft_task, .o = pool, .from = from, .number = depth, .total = total, .waiting = waiting};
    return attempt_seeded(&task, 0);
}

EXPORTED void ruleloom_sizes(int64_t *sizes)
{
    sizes[0] = sizeof(State);
    sizes[1] = sizeof(Options);
}
