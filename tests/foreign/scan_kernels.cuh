#pragma once
// Kernels and launchers of scan.cu.
#include "scan_config.h"
#include <type_traits>

namespace scan
{
    extern __shared__ unsigned char s_raw[];

    template<typename T> __global__ void scanBlocks(const T* in, T* out, T* sums, int n)
    {
        T* temp = reinterpret_cast<T*>(s_raw);
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        int from = 0, to = 1;

        // two buffers, swapped at each step
        temp[threadIdx.x] = i < n ? in[i] : T(0);
        __syncthreads();
        for(int offset = 1; offset < blockDim.x; offset <<= 1)
        {
            const T* src = temp + from * blockDim.x;
            T value = src[threadIdx.x];
            if(threadIdx.x >= offset)
                value += src[threadIdx.x - offset];
            temp[to * blockDim.x + threadIdx.x] = value;
            from ^= 1, to ^= 1;
            __syncthreads();
        }
        if(i < n)
            out[i] = temp[from * blockDim.x + threadIdx.x];
        if(sums && threadIdx.x == blockDim.x - 1)
            sums[blockIdx.x] = temp[from * blockDim.x + threadIdx.x];
    }

    template<typename T> __global__ void addSums(T* data, const T* sums, int n)
    {
        __shared__ T sum;
        if(threadIdx.x == 0)
            sum = blockIdx.x ? sums[blockIdx.x - 1] : T(0);
        __syncthreads();
        const int i = blockIdx.x * blockDim.x + threadIdx.x;
        if(i < n)
            data[i] += sum;
    }

    template<typename T> void inclusive(const T* in, T* out, int n)
    {
        static_assert(std::is_arithmetic<T>::value, "numbers only");
        const int blocks = (n + SCAN_BLOCK - 1) / SCAN_BLOCK;
        T* sums = nullptr;
        if(blocks > 1)
            cudaMalloc(&sums, blocks * sizeof(T));
        scanBlocks<<<blocks, SCAN_BLOCK, 2 * SCAN_BLOCK * sizeof(T)>>>(in, out, sums, n);
        if(blocks > 1)
        {
            inclusive(sums, sums, blocks);      // in place: a block reads before it writes
            addSums<T><<<blocks, SCAN_BLOCK>>>(out, sums, n);
            cudaFree(sums);
        }
    }
}
