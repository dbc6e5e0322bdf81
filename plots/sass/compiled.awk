# compiled.awk: lesson,kernel,arch,registers,spill_bytes of a lesson's kernels, as far as the compiler says it; after
# read.awk of common/csv, resources.awk and order.awk.
#   -v lesson=lesson05 -v arch=sm_90
BEGIN {
    for (i = 1; i <= compiled_kernels; i++)
        if (is_own(compiled_kernel[i])) {
            own_symbol[++kernels] = compiled_kernel[i]
            names_of[kernels] = name_of[compiled_kernel[i]]
        }
    in_order(names_of, kernels, place_of)
    for (i = 1; i <= kernels; i++) {
        symbol = own_symbol[place_of[i]]
        print lesson "," csv_field(name_of[symbol]) "," arch "," registers_of[symbol] "," spills_of[symbol]
    }
}
