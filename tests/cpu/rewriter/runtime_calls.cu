void f(void **args)
{
    cudaLaunchKernel((void *)k, g, b, args, 0, s);
    cudaLaunchKernel((const void*) k<4, int>, g, b, args, 0, s);
    cudaLaunchKernel((void const *)ns::k, dim3(1, 2), b, args);
    cudaLaunchKernel(reinterpret_cast<void *>(k<2>), g, b, args);
    cudaLaunchKernel(static_cast<const void *>(k), g, b, args);
    cudaLaunchKernel(k, g, b, (void **)args);
    CHECK(cudaLaunchCooperativeKernel((void *)k,
                                      g, b, args, f(1, 2), s));
    if (cudaLaunchKernelExC(&config, (void *)k, args)) return;
    cudaLaunchKernelEx(pick(a, b), k<4>, 1, (void *)p);
    ::cudaLaunchKernel((void *)k, g, b, args);
    cudaFuncSetAttribute((const void *)k, attribute, 5);
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n, (void *)k, 256, 0);
}
cudaError_t cudaLaunchKernel(const void *f, dim3 g, dim3 b, void **a, size_t n, cudaStream_t s);
