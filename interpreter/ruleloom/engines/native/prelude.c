/* What the printed code stands on. Before it: MASK_BITS, STREAMS, PLAYERS, LONGEST_RUN. */

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define UNUSED __attribute__((unused))
#define EXPORTED __attribute__((visibility("default")))

/* Rules may compare a thing with itself, and fields of small types with any number; that this always holds is no fault. */
#pragma GCC diagnostic ignored "-Wtype-limits"
#pragma GCC diagnostic ignored "-Wtautological-compare"
/* Local arrays are filled up to a length, and read up to that. */
#ifndef __clang__
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#endif
#ifdef __clang__
#pragma clang diagnostic ignored "-Wtautological-constant-out-of-range-compare"
#endif

#if MASK_BITS == 64
typedef uint64_t Mask;
typedef uint64_t KeptMask;
#else
__extension__ typedef unsigned __int128 Mask;
/* Records come from outside, where nothing lies at multiples of 16. */
__extension__ typedef unsigned __int128 KeptMask __attribute__((aligned(8)));
#endif

/* One run of the machine: where to go if the rules do not cover what happens, and the streams of random numbers. */
typedef struct {
    jmp_buf failed;
    uint64_t streams[STREAMS + 1]; /* the last one: which option is chosen */
    uint8_t begun[STREAMS + 1];
    uint64_t seeded; /* the hash of the seed in decimal and a slash */
} Run;

UNUSED static _Noreturn void failed(Run *run)
{
    longjmp(run->failed, 1);
}

/* Where the build is checked, a number out of its limits ends the program. */
#ifdef RULELOOM_CHECKED
UNUSED static int64_t kept(int64_t value, int64_t low, int64_t high)
{
    if (value < low || value > high) {
        fprintf(stderr, "%lld is not from %lld to %lld\n", (long long)value, (long long)low, (long long)high);
        abort();
    }
    return value;
}
#define KEPT(value, low, high) kept(value, low, high)
#else
#define KEPT(value, low, high) (value)
#endif

/* --- masks ---------------------------------------------------------------------------------------------------- */

UNUSED static inline Mask bit(int64_t number)
{
    return (Mask)1 << (KEPT(number, 0, MASK_BITS - 1) & (MASK_BITS - 1));
}

UNUSED static inline Mask below(int64_t number)
{
    return KEPT(number, 0, MASK_BITS) >= MASK_BITS ? ~(Mask)0 : bit(number) - 1;
}

UNUSED static inline int has(Mask mask, int64_t number)
{
    return (int)(mask >> (KEPT(number, 0, MASK_BITS - 1) & (MASK_BITS - 1)) & 1);
}

UNUSED static inline int64_t count(Mask mask)
{
#if MASK_BITS == 64
    return __builtin_popcountll(mask);
#else
    return __builtin_popcountll((uint64_t)mask) + __builtin_popcountll((uint64_t)(mask >> 64));
#endif
}

UNUSED static inline int64_t lowest(Mask mask)
{
#if MASK_BITS == 64
    return __builtin_ctzll(mask);
#else
    return (uint64_t)mask ? __builtin_ctzll((uint64_t)mask) : 64 + __builtin_ctzll((uint64_t)(mask >> 64));
#endif
}

UNUSED static inline int64_t highest(Mask mask)
{
#if MASK_BITS == 64
    return 63 - __builtin_clzll(mask);
#else
    return mask >> 64 ? 127 - __builtin_clzll((uint64_t)(mask >> 64)) : 63 - __builtin_clzll((uint64_t)mask);
#endif
}

/* --- numbers -------------------------------------------------------------------------------------------------- */

UNUSED static inline int64_t divided(Run *run, int64_t left, int64_t right)
{
    if (right == 0)
        failed(run);
    return left / right - (left % right != 0 && (left % right < 0) != (right < 0));
}

UNUSED static inline int64_t modulo(Run *run, int64_t left, int64_t right)
{
    if (right == 0)
        failed(run);
    int64_t rest = left % right;
    return rest != 0 && (rest < 0) != (right < 0) ? rest + right : rest;
}

/* --- random numbers: SplitMix64 from the FNV-1a hash of the seed, a slash and the stream's name --------------- */

static uint64_t hashed(uint64_t hash, const uint8_t *bytes, size_t length)
{
    for (size_t at = 0; at < length; at++)
        hash = (hash ^ bytes[at]) * UINT64_C(0x100000001B3);
    return hash;
}

static inline uint64_t next_number(uint64_t *stream)
{
    uint64_t mixed = *stream += UINT64_C(0x9E3779B97F4A7C15);
    mixed = (mixed ^ mixed >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    mixed = (mixed ^ mixed >> 27) * UINT64_C(0x94D049BB133111EB);
    return mixed ^ mixed >> 31;
}

/* A number below a bound: outputs are taken until one is below the largest multiple of the bound in 64 bits. */
static inline int64_t number_below(uint64_t *stream, uint64_t bound)
{
    uint64_t drawn = next_number(stream);
    if (drawn > UINT64_MAX - bound) {
        uint64_t rest = (UINT64_MAX % bound + 1) % bound;
        while (drawn > UINT64_MAX - rest)
            drawn = next_number(stream);
    }
    return (int64_t)(drawn % bound);
}

static void begin_stream(Run *run, int64_t stream);

UNUSED static inline int64_t draw(Run *run, int64_t stream, int64_t bound)
{
    if (stream < 0 || stream > STREAMS || bound < 1)
        failed(run);
    if (!run->begun[stream])
        begin_stream(run, stream);
    return number_below(&run->streams[stream], (uint64_t)bound);
}
