/* all_reduce_any_size.cu: lessons/47_all_reduce_any_size.cuh in a program of its own. tests/68_all_reduce.t runs it.
 *
 *     all_reduce_any_size sums CARDS      awkward sizes and addresses, ints and floats, in place
 *     all_reduce_any_size chain CARDS     calls of all kinds that need each other's results, without a wait in between
 *     all_reduce_any_size wrap CARDS      the number of the launch begins again
 *     all_reduce_any_size ahead CARDS     from the last card on, each gets two calls before the next one gets any
 *     all_reduce_any_size absent CARDS    the last card never comes
 *     all_reduce_any_size errors          what a call may not ask for
 *     all_reduce_any_size choice CARDS N  kind, blocks, threads
 */
#include "../lessons/47_all_reduce_any_size.cuh"
#include <stdlib.h>
#include <vector>

#define CHECK(call) check_call(call, #call, __LINE__)
static void check_call(cudaError_t error, const char *call, int line)
{
    if (error == cudaSuccess)
        return;
    printf("line %d: %s: %s\n", line, call, cudaGetErrorString(error));
    exit(3);
}

static struct all_reduce_team team;
static int cards;

static void open_team(void)
{
    int device[all_reduce::MOST_CARDS + 1];
    for (int i = 0; i <= all_reduce::MOST_CARDS; i++)
        device[i] = i;
    if (all_reduce_open(&team, cards, device) != cudaSuccess) {
        printf("all_reduce_open: %s\n", team.message);
        exit(1);
    }
    team.most_words = 4096; /* so that small arrays go all ways */
    team.most_arrays = 200000;
}

template <class T> static void fail_at(const char *what, size_t n, int card, size_t at, T got, T wanted)
{
    printf("%s: n = %zu, card %d, element %zu is %g, must be %g\n", what, n, card, at, (double)got, (double)wanted);
    exit(1);
}

enum { BEHIND = 5 };

/* Arrays that begin `offset` elements behind a multiple of 16 bytes, with some elements behind that must not change. */
template <class T> struct arrays {
    T *in[all_reduce::MOST_CARDS], *out[all_reduce::MOST_CARDS];
    std::vector<T> sum;
    struct all_reduce_part<T> part[all_reduce::MOST_CARDS];

    arrays(size_t n, size_t offset, bool in_place) : sum(n, 0)
    {
        std::vector<T> x(n + offset + BEHIND, 77);
        for (int i = 0; i < cards; i++) {
            CHECK(cudaSetDevice(i));
            CHECK(cudaMalloc(&in[i], x.size() * sizeof(T)));
            out[i] = in[i];
            if (!in_place)
                CHECK(cudaMalloc(&out[i], x.size() * sizeof(T)));
            for (size_t j = 0; j < n; j++) {
                unsigned bits = (unsigned)(j + 1) * 2654435761u ^ (unsigned)(i + 1) * 0x9e3779b9u;
                x[offset + j] = std::is_same<T, int>::value ? (T)(int)bits : (T)((int)bits % 4096); /* sums of such floats are exact */
                sum[j] = std::is_same<T, int>::value ? (T)(int)((unsigned)sum[j] + bits) : sum[j] + x[offset + j];
            }
            CHECK(cudaMemcpy(in[i], x.data(), x.size() * sizeof(T), cudaMemcpyHostToDevice));
            if (!in_place)
                CHECK(cudaMemset(out[i], 0x5a, x.size() * sizeof(T)));
            part[i] = {in[i] + offset, out[i] + offset, n, 0};
        }
    }
    ~arrays()
    {
        for (int i = 0; i < cards; i++) {
            CHECK(cudaFree(in[i]));
            if (out[i] != in[i])
                CHECK(cudaFree(out[i]));
        }
    }
    void call(void)
    {
        if (all_reduce_any_size(&team, part) == cudaSuccess)
            return;
        printf("all_reduce_any_size: %s\n", team.message);
        exit(1);
    }
    void check(const char *what)
    {
        size_t n = sum.size();
        std::vector<T> x(n + BEHIND), behind(1);
        for (int i = 0; i < cards; i++) {
            CHECK(cudaSetDevice(i));
            CHECK(cudaDeviceSynchronize());
            CHECK(cudaMemcpy(x.data(), part[i].out, x.size() * sizeof(T), cudaMemcpyDeviceToHost));
            memset(behind.data(), 0x5a, sizeof(T));
            if (out[i] == in[i])
                behind[0] = 77;
            for (size_t j = 0; j < n + BEHIND; j++) {
                T wanted = j < n ? sum[j] : behind[0];
                if (memcmp(&x[j], &wanted, sizeof(T)))
                    fail_at(what, n, i, j, x[j], wanted);
            }
        }
        if (all_reduce_waited_for(&team) >= 0) {
            printf("%s: card %d was waited for in vain\n", what, all_reduce_waited_for(&team));
            exit(1);
        }
    }
};

template <class T> static void sums(void)
{
    static const size_t sizes[] = {1, 2, 3, 5, 31, 33, 1003, 4096, 40009, 65537, 400003};
    for (size_t n : sizes)
        for (size_t offset = 0; offset < 4; offset += 3) {
            arrays<T> a(n, offset, n % 2);
            a.call();
            a.check("sums");
        }
}

/* In place, each time another number of elements: the first ones are those of all calls. */
static void chain(void)
{
    enum { MOST = 200003 };
    static const size_t sizes[] = {20001, 3, 1000, 5, 9001, 9001, 40, MOST, 1, 6001, 7, 20001};
    arrays<int> a(MOST, 0, true);
    for (size_t n : sizes) {
        for (int i = 0; i < cards; i++)
            a.part[i].n = n;
        a.call();
    }
    for (size_t j = 0; j < a.sum.size(); j++) {
        int calls = 0;
        for (size_t n : sizes)
            calls += j < n;
        for (int c = 1; c < calls; c++)
            a.sum[j] = (int)((unsigned)a.sum[j] * (unsigned)cards);
    }
    a.check("chain");
}

/* All cards' launches so far: that many. */
static void set_launches(unsigned launches)
{
    std::vector<unsigned> all(all_reduce::MOST_BLOCKS, launches);
    for (int i = 0; i < cards; i++)
        CHECK(cudaMemcpy(team.all.counts[i]->words, all.data(), all.size() * sizeof(unsigned), cudaMemcpyDefault));
}

/* Words of the third launch are left where only larger arrays look. 2^32 launches later they must not be there any more. */
static void wrap(void)
{
    for (int i = 0; i < 3; i++) {
        arrays<int> a(1003 + i, 0, false);
        a.call();
        a.check("before");
    }
    set_launches(0u - 4);
    for (int i = 0; i < 6; i++) {
        arrays<int> a(3, 0, false);
        a.call();
        a.check("small arrays");
    }
    arrays<int> a(1005, 0, true);
    for (int &x : a.sum) /* other elements than those of the third launch */
        x = 0;
    for (int i = 0; i < cards; i++)
        CHECK(cudaMemset(a.in[i], 0, 1005 * sizeof(int)));
    a.call();
    a.check("wrap");
}

static void ahead(void)
{
    arrays<int> a(400, 0, false), b(300, 0, false); /* one block each */
    for (int i = cards - 1; i >= 0; i--) {
        CHECK(all_reduce::launch(&team, i, all_reduce::choose(&team, 400), a.part));
        CHECK(all_reduce::launch(&team, i, all_reduce::choose(&team, 300), b.part));
    }
    a.check("the first call");
    b.check("the second call");
}

/* Only the first cards begin: the last one is waited for, and later calls say so. */
static void absent(void)
{
    arrays<float> a(1000, 0, false);
    for (int i = 0; i < cards - 1; i++)
        CHECK(all_reduce::launch(&team, i, all_reduce::choose(&team, 1000), a.part));
    for (int i = 0; i < cards; i++) {
        CHECK(cudaSetDevice(i));
        CHECK(cudaDeviceSynchronize());
    }
    printf("waited for card %d\n", all_reduce_waited_for(&team));
    if (all_reduce_any_size(&team, a.part) != cudaSuccess)
        printf("all_reduce_any_size: %s\n", team.message);
}

static void refused(struct all_reduce_part<float> *part, cudaError_t wanted)
{
    cudaError_t error = all_reduce_any_size(&team, part);
    printf("%s%s\n", error == wanted ? "" : "not refused as it should be: ", team.message);
}

static void errors(void)
{
    arrays<float> a(10, 0, false);
    a.part[1].n = 9;
    refused(a.part, cudaErrorInvalidValue);
    a.part[0].n = a.part[1].n = 0;
    refused(a.part, cudaErrorInvalidValue);
    a.part[0].n = a.part[1].n = 10;
    a.part[1].out = (float *)((char *)a.part[1].out + 2);
    refused(a.part, cudaErrorMisalignedAddress);
    a.part[1].out = a.out[1];
    a.part[0].in = NULL;
    refused(a.part, cudaErrorMisalignedAddress);
    a.part[0].in = a.in[0];
    a.call();
    a.check("after all these");
    all_reduce_close(&team);
    cards = 17;
    int device[17] = {0};
    printf("%s: ", all_reduce_open(&team, cards, device) == cudaErrorInvalidValue ? "refused" : "taken");
    printf("%s\n", team.message);
    cards = 2;
    open_team();
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    cards = argc > 2 ? atoi(argv[2]) : 2;
    if (!strcmp(what, "choice")) {
        static const char *const names[] = {"words", "arrays", "parts"};
        team.all.count = cards;
        team.sm_count = 132;
        all_reduce::set_limits(&team);
        struct all_reduce::shape s = all_reduce::choose(&team, strtoull(argv[3], NULL, 10));
        printf("%s %u x %u\n", names[s.kind], s.grid, s.block);
        return 0;
    }
    open_team();
    if (!strcmp(what, "sums")) {
        sums<int>();
        sums<float>();
    } else if (!strcmp(what, "chain"))
        chain();
    else if (!strcmp(what, "wrap"))
        wrap();
    else if (!strcmp(what, "ahead"))
        ahead();
    else if (!strcmp(what, "absent"))
        absent();
    else if (!strcmp(what, "errors"))
        errors();
    else
        return 2;
    all_reduce_close(&team);
    printf("%s ok\n", what);
    return 0;
}
