// What tests/48_fuzz.t mutates: each unit is one small program. run() returns what `expected` says. Every token is
// separated by blanks, or stands where none may be inserted.
// unit
__global__ void add ( int * p , int x ) { atomicAdd ( p , x ) ; }
enum { expected = 96 } ;
int run ( int * p ) { add <<< 1 , 32 >>> ( p , 1 ) ; add <<< dim3 ( 2 ) , dim3 ( 16 , 2 ) >>> ( p , 1 ) ; return 0 ; }
// unit
__global__ void turn ( int * p ) { __shared__ int s [ 32 ] , t ; s [ threadIdx . x ] = threadIdx . x ; if ( threadIdx . x == 0 ) t = 3 ; __syncthreads ( ) ; if ( s [ 31 - threadIdx . x ] == 31 ) * p = t + threadIdx . x ; }
enum { expected = 3 } ;
int run ( int * p ) { cudaStream_t s = 0 ; turn <<< 1 , 32 , 0 , s >>> ( p ) ; return 0 ; }
// unit
template < class T , int n > __global__ void times ( T * p , T x ) { * p += n * x ; }
enum { expected = 35 } ;
int run ( int * p ) { times < int , 5 > <<< 1 , 1 >>> ( p , 7 ) ; return 0 ; }
// unit
__global__ void dynamic ( int * p ) { extern __shared__ int words [ ] ; words [ threadIdx . x ] = 2 ; __syncthreads ( ) ; if ( ! threadIdx . x ) for ( int i = 0 ; i < 16 ; i ++ ) * p += words [ i ] ; }
enum { expected = 32 } ;
int run ( int * p ) { if ( p ) dynamic <<< 1 , 16 , 16 * sizeof ( int ) >>> ( p ) ; else dynamic <<< 2 , 1 >>> ( p ) ; return 0 ; }
// unit
#define LAUNCH(k, ...) k<<<1, 4>>>(__VA_ARGS__)
__global__ void add ( int * p , int x ) { atomicAdd ( p , x << 1 >> 1 ) ; }
enum { expected = 20 } ;
int run ( int * p ) { LAUNCH ( add , p , 5 ) ; return 0 ; }
// unit
namespace inner { __global__ void add ( int * p , int a , int b ) { if ( a < b ) atomicAdd ( p , b >> 1 ) ; } }
enum { expected = 8 } ;
int run ( int * p ) { for ( int i = 0 ; i < 2 ; i ++ ) inner :: add <<< ( 1 + 1 ) , 2 >>> ( p , 1 , 2 ) ; return 0 ; }
// unit
__global__ void lanes ( int * p ) { int v = threadIdx . x ; for ( int d = 16 ; d > 0 ; d /= 2 ) v += __shfl_down_sync ( 0xffffffffu , v , d ) ; if ( ! threadIdx . x ) * p = v ; }
enum { expected = 496 } ;
int run ( int * p ) { const void * kernel = ( const void * ) lanes ; void * arguments [ ] = { & p } ; return cudaLaunchKernel ( kernel , dim3 ( 1 ) , dim3 ( 32 ) , arguments , 0 , 0 ) ; }
// unit
__device__ int counter = 4 ; __constant__ int step [ 2 ] = { 3 , 5 } ;
__global__ void add ( int * p ) { atomicAdd ( p , counter + step [ 1 ] ) ; }
enum { expected = 18 } ;
int run ( int * p ) { add <<< 2 , 1 >>> ( p ) ; return cudaPeekAtLastError ( ) ; }
// unit
struct box { template < int n > __device__ static int of ( int x ) { return x * n ; } } ;
__global__ void boxed ( int * p , box b ) { __shared__ struct { int a , b ; } both ; both . b = 4 ; * p = box :: of < 3 > ( both . b ) ; }
enum { expected = 12 } ;
int run ( int * p ) { auto kernel = boxed ; ( * kernel ) <<< 1 , 1 >>> ( p , box { } ) ; return 0 ; }
// unit
__global__ void arch ( int * p ) {
#if __CUDA_ARCH__ >= 700
* p = 7 ;
#else
#error "not for the device"
#endif
}
enum { expected = 7 } ;
int run ( int * p ) {
#ifdef MISSING
arch <<< 100 , 100
#else
arch <<< 1 , 1
#endif
>>> ( p ) ; return 0 ; }
