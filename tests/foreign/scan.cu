// Prefix sum of any length; the kernels are in a header.
#include "scan_config.h"
#include "scan_kernels.cuh"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <vector>

template<typename T> static bool test(int n)
{
    std::vector<T> host(n), expected(n), result(n);
    for(auto& x : host)
        x = static_cast<T>(std::rand() % 10);
    std::partial_sum(host.begin(), host.end(), expected.begin());

    T *in, *out;
    cudaMalloc(&in, n * sizeof(T));
    cudaMalloc(&out, n * sizeof(T));
    cudaMemcpy(in, host.data(), n * sizeof(T), cudaMemcpyHostToDevice);
    scan::inclusive(in, out, n);
    cudaMemcpy(result.data(), out, n * sizeof(T), cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(out);

    const auto [a, b] = std::mismatch(result.begin(), result.end(), expected.begin());
    if(a != result.end())
        std::printf("n = %d: element %td is wrong\n", n, a - result.begin());
    return a == result.end() && cudaGetLastError() == cudaSuccess;
}

int main()
{
    std::srand(7);
    bool good = true;
    for(int n : {1, 63, 64, 65, 1000, 5000})
        good = test<int>(n) && test<float>(n) && test<long long>(n) && good;
    std::puts(good ? "PASS" : "FAIL");
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
