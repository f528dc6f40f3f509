
/* Behind a printed game: `game STATE FIRST COUNT MOST` plays random games from a state and prints their rows; then it
   counts, and takes the steps of one game. What goes wrong there, the sanitizers tell. */

static int64_t walked(State *s, Options *o, int64_t most)
{
    uint64_t streams[STREAMS + 1] = {0};
    int64_t made = 0;
    while (made < most && kind_of(s) != OVER) {
        if (ruleloom_run(s, o) < 0)
            return FAILED;
        if (kind_of(s) == CHANCE) {
            if (ruleloom_chance(s, o, streams) < 0)
                return FAILED;
        } else if (kind_of(s) != OVER) {
            int64_t options = ruleloom_legal(s, o);
            if (options < 0 || (options > 0 ? ruleloom_take(s, o, made % options) : ruleloom_absent(s, o)) < 0)
                return FAILED;
            made++;
        }
    }
    return kind_of(s) == OVER ? ruleloom_result(s, o) : made;
}

int main(int count, char **arguments)
{
    State *from = malloc(sizeof *from), *waiting = malloc(sizeof *waiting);
    Options *pool = calloc(2, sizeof *pool);
    FILE *file = count == 5 ? fopen(arguments[1], "rb") : NULL;
    if (!from || !waiting || !pool || !file || fread(from, sizeof *from, 1, file) != 1)
        return 2;
    fclose(file);
    ruleloom_prepare(from, pool);
    int64_t games = atoll(arguments[3]), most = atoll(arguments[4]);
    int64_t *rows = calloc((size_t)games + 1, (3 + PLAYERS) * sizeof *rows);
    if (!rows)
        return 2;
    games = ruleloom_games(from, pool, atoll(arguments[2]), games, most, rows);
    for (int64_t at = 0; at < games; at++) {
        for (int cell = 0; cell < 3 + PLAYERS; cell++)
            printf("%lld ", (long long)rows[at * (3 + PLAYERS) + cell]);
        printf("\n");
    }
    uint64_t total;
    ruleloom_perft(from, pool, 2, &total, waiting);
    walked(from, pool, most);
    free(rows);
    free(pool);
    free(waiting);
    free(from);
    return 0;
}
