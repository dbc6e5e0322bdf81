#include <cooperative_groups.h>
// k<<<1, 2>>>(p); and extern __shared__ int s[];
/* k<<<1, 2>>>(p);
   extern __shared__ int s[]; */
// a comment that goes on \
   k<<<1, 2>>>(p);
const char *a = "k<<<1, 2>>>(p) // \" /*", *b = "over \
two lines k<<<1, 2>>>(p)";
const char *c = R"(k<<<1, 2>>>(p) " \)", *d = R"x(
extern __shared__ int s[];
)" k<<<1, 2>>>(p)
)x", *e = u8R"(<<<)", *f = L"<<<>>>";
char g = '"', h = '\'', i = '/', j = '\\', l = '"';
int million = 1'000'000, hex = 0xab'cd, shifts = 1 << 2 << 3 >> 1, more = a < b, yet = c > d;
double x = 1.5e-3, y = .5e+7f;
std::vector<std::vector<std::vector<int>>> v;
template <> std::ostream &operator<<<int>(std::ostream &, const box<int> &);
extern int variable;
extern "C" { int function(int); }
extern "C" int declared(void);
__attribute__((__noinline__)) void library();
#error don't stop: k<<<1
#if 0
it's
#endif
int last = 3;	// no line end after this one
int end;