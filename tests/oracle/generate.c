/* generate.c: random programs, smaller ones, and how they are shown.
 *
 * What is left out, by name:
 *   same values       each write writes a value of its own
 *   volatile          only plain accesses and atomics
 *   read, then CAS    a plain read right before an atomic of the same word by the same thread
 *   copied flags      atomics on words that asynchronous copies write
 *   ended threads     all threads stay until the last operation
 *   failed CAS        each update writes
 */
#include "oracle.h"

#include <stdio.h>
#include <string.h>

/* ---- Chance ------------------------------------------------------------------------------------ */

static uint64_t state;

static uint32_t chance(void)    /* splitmix64 */
{
    uint64_t z = state += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (uint32_t)((z ^ z >> 31) >> 32);
}

static int below(int n) { return (int)(((uint64_t)chance() * (uint64_t)n) >> 32); }
static int percent(int n) { return below(100) < n; }

/* ---- Making one -------------------------------------------------------------------------------- */

static struct {
    int globals, shareds, copies, meetings;
    int launch, block;          /* that runs now, if blocks come one after another */
} plan;

static int count_actors(const struct program *p, int launch, int block)
{
    int n = 0;

    for (int i = 0; i < p->actors; i++)
        n += p->actor[i].launch == launch && p->actor[i].block == block;
    return n;
}

/* Leaves out blocks without actors: a grid barrier waits for all blocks. */
static void number_blocks(struct program *p)
{
    for (int l = 0; l < p->launches; l++) {
        int number[BLOCKS], n = 0;

        for (int b = 0; b < BLOCKS; b++) {
            number[b] = n;
            n += count_actors(p, l, b) > 0;
        }
        for (int i = 0; i < p->actors; i++)
            if (p->actor[i].launch == l)
                p->actor[i].block = (uint8_t)number[p->actor[i].block];
        p->launch[l].blocks = (uint8_t)(n ? n : 1);
    }
}

static void make_launches(struct program *p, unsigned int without)
{
    p->launches = (uint8_t)(percent(75) || (without & WITHOUT_STREAMS) ? 1 : 2 + below(LAUNCHES - 1));
    for (int i = 1; i < p->launches; i++)
        p->launch[i].stream = (uint8_t)below(STREAMS);
    p->launch[0].stream = (uint8_t)(p->launches > 1 ? below(STREAMS) : 0);
    for (int i = 1; i < p->launches; i++) {
        if (percent(40))
            p->launch[i].awaited = (uint8_t)(1 << below(i));
        if (percent(15))
            p->launch[i].synced = (uint8_t)(1 << below(STREAMS));
    }
}

static void make_actors(struct program *p)
{
    int wanted = p->launches + 1 + below(percent(50) ? 2 : 5), blocks = 1 + below(percent(30) ? 1 : BLOCKS);

    if (wanted > ACTORS)
        wanted = ACTORS;
    for (int tries = 0; p->actors < wanted && tries < 50; tries++) {
        struct actor a = { (uint8_t)(tries < p->launches ? tries : below(p->launches)), (uint8_t)below(blocks),
                           (uint8_t)(WARP * below(3) + below(3)) };
        int is_new = 1;

        for (int i = 0; i < p->actors; i++)
            is_new &= p->actor[i].launch != a.launch || p->actor[i].block != a.block || p->actor[i].thread != a.thread;
        if (is_new)
            p->actor[p->actors++] = a;
    }
    for (int i = 0; i < p->actors; i++)
        if (p->threads <= p->actor[i].thread)
            p->threads = (uint8_t)(p->actor[i].thread + 1);
    number_blocks(p);
    p->cooperative = (uint8_t)(p->launches == 1 && p->launch[0].blocks > 1 && percent(60));
}

static struct op *add(struct program *p, int kind, int actor)
{
    struct op *o = &p->op[p->ops++];

    *o = (struct op){ .kind = (uint8_t)kind, .actor = (uint8_t)actor };
    return o;
}

static int any_word(void)
{
    int n = below(plan.globals + plan.shareds);

    return n < plan.globals ? n : GLOBALS + n - plan.globals;
}

/* The last shared word is the target of copies, if there are any. */
static int is_target(int word) { return plan.copies && word == GLOBALS + plan.shareds - 1; }

/* A plain read right before an atomic of the same word, by the same thread. */
static int is_read_before(const struct program *p, int atomic)
{
    const struct op *o = &p->op[atomic];

    for (int i = atomic - 1; i >= 0 && is_strong(o) && uses_word(o); i--)
        if (p->op[i].actor == o->actor && (uses_word(&p->op[i]) || p->op[i].kind == COPY))
            return p->op[i].kind == READ && p->op[i].word == o->word;
    return 0;
}

int is_left_out(const struct program *p)
{
    for (int i = 0; i < p->ops; i++) {
        if (is_read_before(p, i))
            return 1;
        for (int j = 0; j < p->ops; j++)
            if (is_strong(&p->op[i]) && uses_word(&p->op[i]) && p->op[j].kind == COPY
                && p->op[j].word == p->op[i].word)
                return 1;
    }
    return 0;
}

static int is_racy(const struct program *p)
{
    int one, other;

    return judge(p, 0, &one, &other);
}

/* Has the last operation a partner: an access of the same word by another thread? */
static int has_partner(const struct program *p)
{
    const struct op *o = &p->op[p->ops - 1];

    for (int i = 0; i < p->ops - 1; i++)
        if (p->op[i].actor != o->actor && p->op[i].word == o->word && (p->op[i].kind <= UPDATE || p->op[i].kind == COPY)
            && (o->word < GLOBALS || is_one_block(p, p->op[i].actor, o->actor))
            && (o->kind != READ || p->op[i].kind != READ))
            return 1;
    return 0;
}

/* A plain access: mostly one that has a partner, and that something orders. `careless` in a hundred may be a race. */
static void add_plain(struct program *p, int actor, int careless)
{
    int is_careless = percent(careless);

    for (int tries = 0; tries < 8; tries++) {
        struct op *o = add(p, percent(45) ? READ : WRITE, actor);

        o->word = (uint8_t)any_word();
        if (tries < 5 ? has_partner(p) && (is_careless || !is_racy(p)) : is_careless || !is_racy(p))
            return;
        p->ops--;
    }
}

static const uint8_t orders[][ORDERS] = {
    [LOAD] = { RELAXED, ACQUIRE, ACQUIRE, SEQ_CST, RELAXED }, [STORE] = { RELAXED, RELEASE, RELEASE, SEQ_CST, RELAXED },
    [UPDATE] = { RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST }, [FENCE] = { ACQUIRE, RELEASE, ACQ_REL, SEQ_CST, SEQ_CST }
};

static int any_scope(void) { return percent(65) ? OF_DEVICE : percent(70) ? OF_BLOCK : OF_SYSTEM; }

static void add_fence(struct program *p, int actor)
{
    struct op *o = add(p, FENCE, actor);

    o->scope = (uint8_t)any_scope();
    o->order = orders[FENCE][below(ORDERS)];
    o->spelling = (uint8_t)(o->order == SEQ_CST && percent(70));        /* __threadfence() */
}

static void add_atomic(struct program *p, int actor, int kind, int word)
{
    for (int tries = 0; tries < 5; tries++) {
        struct op *o = add(p, kind, actor);

        o->word = (uint8_t)(word >= 0 ? word : any_word());
        o->scope = (uint8_t)any_scope();
        o->order = orders[kind][below(ORDERS)];
        o->spelling = (uint8_t)(kind != UPDATE ? 0 : o->order == RELAXED ? below(SPELLINGS) : below(ATOMIC_EXCH));
        if (!is_target(o->word) && !is_read_before(p, p->ops - 1) && (percent(10) || !is_racy(p)))
            return;
        p->ops--;
    }
}

/* Can the thread go on, if blocks come one after another? */
static int is_running(const struct program *p, int actor)
{
    return p->cooperative || (p->actor[actor].launch == plan.launch && p->actor[actor].block == plan.block);
}

/* One thread releases, another one acquires, if all goes well. */
static void add_handoff(struct program *p, int actor)
{
    int other = below(p->actors), word = any_word();

    if (other == actor || !is_running(p, other)) {
        add_atomic(p, actor, percent(50) ? STORE : UPDATE, word);
        return;
    }
    if (!is_one_block(p, other, actor))
        word = below(plan.globals);
    if (percent(40))
        add_plain(p, actor, 0);
    if (percent(40))
        add_fence(p, actor);
    add_atomic(p, actor, percent(50) ? STORE : UPDATE, word);
    if (percent(20))
        add_atomic(p, below(2) ? actor : other, percent(50) ? STORE : UPDATE, word);
    add_atomic(p, other, percent(60) ? LOAD : UPDATE, word);
    if (percent(40))
        add_fence(p, other);
    if (percent(40))
        add_plain(p, other, 50);
}

static void shuffle(int *a, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = below(i + 1), t = a[i];

        a[i] = a[j];
        a[j] = t;
    }
}

/* The next block, or the next launch. */
static void go_on(const struct program *p)
{
    if (plan.block + 1 < p->launch[plan.launch].blocks) {
        plan.block++;
    } else if (plan.launch + 1 < p->launches) {
        plan.launch++;
        plan.block = 0;
    }
}

/* Those who can meet meet, or for a kind of a warp, most of them. */
static void add_meeting_of(struct program *p, int actor, int kind)
{
    int who[ACTORS], n = 0, spelling = below(2);

    for (int i = 0; i < p->actors; i++) {
        const struct actor *a = &p->actor[i], *b = &p->actor[actor];

        if (kind == GRID_SYNC || i == actor
            || (is_one_block(p, i, actor)
                && (kind == SYNCTHREADS || (a->thread / WARP == b->thread / WARP && percent(80)))))
            who[n++] = i;
    }
    shuffle(who, n);
    plan.meetings++;
    for (int i = 0; i < n; i++) {
        struct op *o = add(p, kind, who[i]);

        o->meeting = (uint8_t)plan.meetings;
        o->spelling = (uint8_t)(kind == SYNCTHREADS ? spelling : 0);
    }
}

static void add_meeting(struct program *p, int actor)
{
    add_meeting_of(p, actor, p->cooperative && percent(20) ? GRID_SYNC
                             : percent(50)                 ? SYNCTHREADS
                             : percent(85)                 ? SYNCWARP
                                                           : VOTE);
}

static int another_of_block(const struct program *p, int actor)
{
    int other = below(p->actors);

    return is_one_block(p, other, actor) ? other : actor;
}

/* What kernels do whose last block adds up: threads write and fence, meet, and one of them tells another block with an
 * atomic; there one acquires, and all meet. Parts may be missing. */
static void add_ticket(struct program *p, int actor)
{
    int word = below(plan.globals), other;

    add_plain(p, another_of_block(p, actor), 0);
    if (percent(60))
        add_fence(p, p->op[p->ops ? p->ops - 1 : 0].actor);
    if (percent(90))
        add_meeting_of(p, actor, percent(70) ? SYNCTHREADS : SYNCWARP);
    if (percent(60))
        add_fence(p, actor);
    add_atomic(p, actor, percent(30) ? STORE : UPDATE, word);
    for (int tries = 0; tries < 20 && !p->cooperative; tries++)
        if (percent(20))
            go_on(p);
    other = below(p->actors);
    if (!is_running(p, other))
        return;
    add_atomic(p, other, percent(30) ? LOAD : UPDATE, word);
    if (percent(60))
        add_fence(p, other);
    if (percent(80))
        add_meeting_of(p, other, percent(70) ? SYNCTHREADS : SYNCWARP);
    add_plain(p, another_of_block(p, other), 50);
}

static void add_copying(struct program *p, int actor)
{
    int kind = percent(45) ? COPY : percent(40) ? COMMIT : WAIT;

    if (kind == COPY && plan.copies-- > 1) {
        struct op *o = add(p, COPY, actor);

        o->word = (uint8_t)(GLOBALS + plan.shareds - 1);
        o->from = (uint8_t)below(plan.globals);
        o->spelling = (uint8_t)below(2);
        if (is_racy(p) && percent(85)) {
            p->ops--;
            plan.copies++;
        } else if (percent(60)) {
            add(p, COMMIT, actor)->spelling = (uint8_t)below(2);
            if (percent(60))
                add(p, WAIT, actor)->prior = (uint8_t)(percent(25) ? 1 : 0);
        }
    } else if (kind == COMMIT) {
        add(p, COMMIT, actor)->spelling = (uint8_t)below(2);
    } else {
        struct op *o = add(p, WAIT, actor);

        o->prior = (uint8_t)(percent(70) ? 0 : 1 + below(2));
        o->spelling = (uint8_t)below(2);
    }
}

static void add_something(struct program *p, int actor)
{
    int what = below(100);

    if (plan.copies > 0 && percent(30))
        add_copying(p, actor);
    else if (what < 5)
        add_ticket(p, actor);
    else if (what < 45)
        add_plain(p, actor, 10);
    else if (what < 65)
        add_handoff(p, actor);
    else if (what < 75)
        add_atomic(p, actor, LOAD + below(3), -1);
    else if (what < 82)
        add_fence(p, actor);
    else
        add_meeting(p, actor);
}

void generate(struct program *p, uint64_t seed, uint64_t index, unsigned int without)
{
    int wanted, blocks = 0;

    state = seed * 0xd1342543de82ef95u + index * 0x2545f4914f6cdd1du + 1;
    chance();
    wanted = 4 + below(percent(80) ? 12 : 20);
    memset(p, 0, sizeof *p);
    make_launches(p, without);
    make_actors(p);
    plan.globals = 1 + below(GLOBALS);
    plan.shareds = below(SHAREDS + 1);
    plan.copies = plan.shareds && percent(35) && !(without & WITHOUT_COPIES) ? 6 : 0;
    plan.meetings = plan.launch = plan.block = 0;
    for (int i = 0; i < p->launches; i++)
        blocks += p->launch[i].blocks;
    for (int steps = 0; p->ops < wanted && steps < 100; steps++) {
        int actor = below(p->actors);

        if (!p->cooperative && percent(100 * blocks / wanted))
            go_on(p);
        if (!is_running(p, actor))
            continue;
        add_something(p, actor);
        if (percent(70) && is_racy(p))
            break;                      /* what follows tells little */
    }
}

/* ---- Smaller ----------------------------------------------------------------------------------- */

static void without(struct program *p, int i)
{
    memmove(&p->op[i], &p->op[i + 1], sizeof p->op[0] * (size_t)(p->ops - i - 1));
    p->ops--;
}

static int does_nothing_else(const struct program *p, int actor)
{
    for (int i = 0; i < p->ops; i++)
        if (p->op[i].actor == actor && !is_meeting(&p->op[i]))
            return 0;
    return 1;
}

/* Removes operation i; of a meeting, all of it. */
static int remove_op(struct program *p, int i)
{
    int meeting = is_meeting(&p->op[i]) ? p->op[i].meeting : 0;

    if (!meeting) {
        without(p, i);
        return 1;
    }
    for (int j = p->ops - 1; j >= 0; j--)
        if (is_meeting(&p->op[j]) && p->op[j].meeting == meeting)
            without(p, j);
    return 1;
}

static int remove_actor(struct program *p, int actor)
{
    if (p->actors < 2 || !does_nothing_else(p, actor))
        return 0;
    for (int i = p->ops - 1; i >= 0; i--) {
        if (p->op[i].actor == actor)
            without(p, i);
        else if (p->op[i].actor > actor)
            p->op[i].actor--;
    }
    memmove(&p->actor[actor], &p->actor[actor + 1], sizeof p->actor[0] * (size_t)(p->actors - actor - 1));
    p->actors--;
    number_blocks(p);
    return 1;
}

static int set(uint8_t *field, int value)
{
    if (*field == value)
        return 0;
    *field = (uint8_t)value;
    return 1;
}

/* Ways to make an operation simpler. */
static int simplify(struct program *p, int i, int way)
{
    struct op *o = &p->op[i];

    switch (way) {
    case 0: return is_strong(o) && o->kind != FENCE && set(&o->order, RELAXED);
    case 1: return is_strong(o) && o->scope != OF_DEVICE && set(&o->scope, OF_DEVICE);
    case 2: return o->kind == UPDATE && set(&o->spelling, o->order ? EXCHANGE : ATOMIC_EXCH);
    case 3: return o->kind == UPDATE && set(&o->kind, STORE) && (o->order == ACQUIRE ? set(&o->order, RELAXED) : 1)
                   && (o->order == ACQ_REL ? set(&o->order, RELEASE) : 1) && (set(&o->spelling, 0), 1);
    case 4: return o->kind == UPDATE && set(&o->kind, LOAD) && (o->order == RELEASE ? set(&o->order, RELAXED) : 1)
                   && (o->order == ACQ_REL ? set(&o->order, ACQUIRE) : 1) && (set(&o->spelling, 0), 1);
    case 5: return is_strong(o) && o->order == SEQ_CST && o->kind == FENCE && !o->spelling && set(&o->spelling, 1);
    case 6: return is_strong(o) && o->order == SEQ_CST && o->kind != FENCE
                   && set(&o->order, o->kind == LOAD ? ACQUIRE : o->kind == STORE ? RELEASE : ACQ_REL);
    case 7: return o->kind == WAIT && set(&o->prior, 0);
    case 8: return o->kind >= COPY && set(&o->spelling, 0);
    default: return 0;
    }
}

enum { WAYS = 9 };

/* Removes a launch in which nothing happens, or merges it with nothing: its waits stay with the next one. */
static int remove_launch(struct program *p, int l)
{
    int below_it = (1 << l) - 1;

    for (int i = 0; i < p->actors; i++)
        if (p->actor[i].launch == l)
            return 0;
    if (p->launches == 1)
        return 0;
    for (int i = 0; i < p->actors; i++)
        p->actor[i].launch -= p->actor[i].launch > l;
    for (int i = l + 1; i < p->launches; i++) {
        p->launch[i].awaited = (uint8_t)((p->launch[i].awaited & below_it) | (p->launch[i].awaited >> (l + 1) << l));
        p->launch[i - 1] = p->launch[i];
    }
    p->launches--;
    p->launch[0].awaited = 0;
    return 1;
}

static int simplify_launch(struct program *p, int l, int way)
{
    if (l >= p->launches)
        return 0;
    switch (way) {
    case 0: return remove_launch(p, l);
    case 1: return set(&p->launch[l].awaited, 0);
    case 2: return set(&p->launch[l].synced, 0);
    default: return p->launch[l].stream > way - 3 && set(&p->launch[l].stream, way - 3);
    }
}

enum { LAUNCH_WAYS = 3 + STREAMS };

static int simplify_program(struct program *p, int way)
{
    int needs = 0;

    switch (way) {
    case 0:
        for (int i = 0; i < p->ops; i++)
            needs |= p->op[i].kind == GRID_SYNC;        /* or blocks that mix */
        for (int i = 1; i < p->ops; i++)
            needs |= p->actor[p->op[i].actor].block < p->actor[p->op[i - 1].actor].block;
        return !needs && set(&p->cooperative, 0);
    case 1:
        for (int i = 0; i < p->launches; i++)
            needs += p->launch[i].blocks;
        number_blocks(p);
        for (int i = 0; i < p->launches; i++)
            needs -= p->launch[i].blocks;
        return needs > 0;
    default:
        for (int i = 0; i < p->actors; i++)
            if (p->actor[i].thread >= needs)
                needs = p->actor[i].thread + 1;
        return set(&p->threads, needs);
    }
}

/* Gives an actor a lower number. */
static int lower_thread(struct program *p, int actor, int step)
{
    static const uint8_t threads[] = { 0, 1, 2, WARP, WARP + 1, 2 * WARP };

    if (threads[step] >= p->actor[actor].thread)
        return 0;
    for (int i = 0; i < p->actors; i++)
        if (is_one_block(p, i, actor) && p->actor[i].thread == threads[step])
            return 0;
    for (int i = 0; i < p->ops; i++)
        if ((p->op[i].kind == SYNCWARP || p->op[i].kind == VOTE) && p->op[i].actor == actor
            && threads[step] / WARP != p->actor[actor].thread / WARP)
            return 0;                   /* those whom it meets are in its warp */
    p->actor[actor].thread = threads[step];
    return 1;
}

enum { NUMBERS = 6 };

static int names(const struct op *o, int word)
{
    return ((uses_word(o) || o->kind == COPY) && o->word == word) || (o->kind == COPY && o->from == word);
}

/* Uses the word before this one instead, which is free. */
static int lower_word(struct program *p, int word)
{
    int uses = 0;

    for (int i = 0; i < p->ops; i++) {
        if (word == 0 || word == GLOBALS || names(&p->op[i], word - 1))
            return 0;
        uses += names(&p->op[i], word);
    }
    for (int i = 0; i < p->ops; i++)
        if (names(&p->op[i], word)) {
            p->op[i].from -= p->op[i].kind == COPY && p->op[i].from == word;
            p->op[i].word -= p->op[i].word == word;
        }
    return uses > 0;
}

int smaller(const struct program *p, int step, struct program *result)
{
    *result = *p;
    if (step < p->ops)
        return remove_op(result, p->ops - 1 - step);
    step -= p->ops;
    if (step < p->actors)
        return remove_actor(result, step) ? 1 : -1;
    step -= p->actors;
    if (step < 3)
        return simplify_program(result, step) ? 1 : -1;
    step -= 3;
    if (step < LAUNCHES * LAUNCH_WAYS)
        return simplify_launch(result, step / LAUNCH_WAYS, step % LAUNCH_WAYS) ? 1 : -1;
    step -= LAUNCHES * LAUNCH_WAYS;
    if (step < p->ops * WAYS)
        return simplify(result, step / WAYS, step % WAYS) ? 1 : -1;
    step -= p->ops * WAYS;
    if (step < WORDS)
        return lower_word(result, step) ? 1 : -1;
    step -= WORDS;
    if (step < p->actors * NUMBERS)
        return lower_thread(result, step / NUMBERS, step % NUMBERS) ? 1 : -1;
    return 0;
}

/* ---- Shown ------------------------------------------------------------------------------------- */

static const char *const order_names[] = { "relaxed", "acquire", "release", "acq_rel", "seq_cst" };
static const char *const scope_names[] = { "system", "device", "block" };
static const char *const suffixes[] = { "_system", "", "_block" };

static const char *word_name(int word)
{
    static const char *const names[WORDS] = { "g0", "g1", "g2", "g3", "s0", "s1", "s2" };

    return names[word];
}

static void show_atomic(const struct op *o)
{
    static const char *const names[] = { "exchange(new", "fetch_add(1", "compare_exchange_strong(old, new",
                                         "atomicExch", "atomicAdd", "atomicCAS" };

    if (o->kind == UPDATE && o->spelling >= ATOMIC_EXCH)
        printf("%s%s(&%s, %s);", names[o->spelling], suffixes[o->scope], word_name(o->word),
               o->spelling == ATOMIC_EXCH ? "new" : o->spelling == ATOMIC_ADD ? "1" : "old, new");
    else
        printf("cuda::atomic_ref<int, thread_scope_%s>(%s).%s%smemory_order_%s);", scope_names[o->scope],
               word_name(o->word), o->kind == LOAD ? "load(" : o->kind == STORE ? "store(new" : names[o->spelling],
               o->kind == LOAD ? "" : ", ", order_names[o->order]);
}

/* "default stream", "stream 1", and "stream 2 (non-blocking)" */
static void show_launch(const struct program *p, int i)
{
    const struct launch *l = &p->launch[i];

    for (int s = 0; s < STREAMS; s++)
        if (l->synced >> s & 1)
            printf("cudaStreamSynchronize(stream %d); ", s);
    for (int e = 0; e < i; e++)
        if (l->awaited >> e & 1)
            printf("cudaStreamWaitEvent(stream %d, event after launch %d); ", l->stream, e);
    printf("launch %d: %s<<<%d, %d>>>", i, p->cooperative ? "cooperative " : "", l->blocks, p->threads);
    if (p->launches > 1)
        printf(" in stream %d (%s)", l->stream, l->stream == DEFAULT_STREAM ? "the default one"
               : l->stream == BLOCKING_STREAM ? "an ordinary one" : "non-blocking");
    printf("\n");
}

void show(const struct program *p)
{
    for (int i = 0; i < p->launches; i++)
        show_launch(p, i);
    for (int i = 0; i < p->ops; i++) {
        const struct op *o = &p->op[i];
        unsigned int mask = 0;

        printf("  %2d  ", i);
        if (p->launches > 1)
            printf("launch %d, ", p->actor[o->actor].launch);
        printf("block %d, thread %2d:  ", p->actor[o->actor].block, p->actor[o->actor].thread);
        for (int j = 0; j < p->ops; j++)
            if (is_meeting(o) && is_meeting(&p->op[j]) && p->op[j].meeting == o->meeting)
                mask |= 1u << p->actor[p->op[j].actor].thread % WARP;
        switch (o->kind) {
        case READ: printf("x = %s;", word_name(o->word)); break;
        case WRITE: printf("%s = new;", word_name(o->word)); break;
        case FENCE:
            if (o->spelling)
                printf("__threadfence%s();", suffixes[o->scope]);
            else
                printf("cuda::atomic_thread_fence(memory_order_%s, thread_scope_%s);", order_names[o->order],
                       scope_names[o->scope]);
            break;
        case SYNCWARP: printf("__syncwarp(0x%x);", mask); break;
        case VOTE: printf("__any_sync(0x%x, 1);", mask); break;
        case SYNCTHREADS: printf(o->spelling ? "__syncthreads();" : "this_thread_block().sync();"); break;
        case GRID_SYNC: printf("this_grid().sync();"); break;
        case COPY:
            printf(o->spelling ? "cp.async.ca.shared.global [&%s], [&%s], 4;" : "__pipeline_memcpy_async(&%s, &%s, 4);",
                   word_name(o->word), word_name(o->from));
            break;
        case COMMIT: printf(o->spelling ? "cp.async.commit_group;" : "__pipeline_commit();"); break;
        case WAIT:
            printf(o->spelling && o->prior < 2 ? "cp.async.wait_group %d;" : "__pipeline_wait_prior(%d);", o->prior);
            break;
        default: show_atomic(o);
        }
        printf("\n");
    }
}
