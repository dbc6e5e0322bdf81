# profile.awk: what `ncu --csv --metrics ...` printed about one launch, as a row of counters in the
# columns of common/cpu/inspect --csv.
#   awk -v program=lesson05 -v device=NAME -v header=yes -f common/csv/read.awk \
#       -f common/cpu/inspector/report/counters.awk -f plots/profile.awk FILE
# A metric that ncu did not give, or as n/a, is left empty.

BEGIN {
    if (header == "yes")
        print "program,device,kernel,grid,block,shared_bytes,launches,blocks,file,line," \
              "global_load_requests,global_load_sectors,global_load_lanes," \
              "global_store_requests,global_store_sectors,global_store_lanes," \
              "shared_load_requests,shared_load_wavefronts,shared_load_excess,shared_load_lanes," \
              "shared_store_requests,shared_store_wavefronts,shared_store_excess,shared_store_lanes," \
              "global_atomic_requests,global_atomic_lanes,shared_atomic_requests,shared_atomic_lanes," \
              "barriers,warp_syncs,shuffles,divergent_ifs,global_load_bytes,global_store_bytes,threads_per_instruction"
}
!/^"/ { next } # what the program printed, and ncu's own messages
{ n = split_fields($0, part) }
part[1] == "ID" {
    for (i = 1; i <= n; i++)
        place[part[i]] = i
    next
}
place["Metric Name"] {
    kernel = part[place["Kernel Name"]]
    grid = part[place["Grid Size"]]
    block = part[place["Block Size"]]
    value = part[place["Metric Value"]]
    gsub(/,/, "", value) # 1,048,576
    if (value ~ /^[0-9.]+$/) {
        count[part[place["Metric Name"]]] = value
        counted++
    }
}
END {
    if (failed)
        exit failed
    if (!counted)
        exit 1
    grid = shape(grid)
    requests = "l1tex__t_requests_pipe_lsu_mem_global_op_"
    sectors = "l1tex__t_sectors_pipe_lsu_mem_global_op_"
    shared = "smsp__inst_executed_op_shared_"
    wavefronts = "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_"
    row = csv_field(program) "," csv_field(device) "," csv_field(plain_name(kernel)) "," grid "," shape(block) \
          ",,1," product(grid) ",,0"
    for (i = 1; i <= 2; i++)
        row = row "," count[requests (i == 1 ? "ld" : "st") ".sum"] "," count[sectors (i == 1 ? "ld" : "st") ".sum"] ","
    for (i = 1; i <= 2; i++)
        row = row "," count[shared (i == 1 ? "ld" : "st") "_pred_on_any.sum"] \
              "," count[wavefronts (i == 1 ? "ld" : "st") ".sum"] ",,"
    print row ",,,,,,,,,,," count["smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"]
}

# ncu says "void reduce6<(unsigned int)256, (bool)1>(const int *, unsigned long)", the CPU device
# reduce6<256, true>: without result, parameters, the unnamed namespace and the types of numbers.
function plain_name(kernel,    i, c, depth, plain)
{
    sub(/^void /, "", kernel)
    gsub(/\(anonymous namespace\)::|<unnamed>::/, "", kernel)
    gsub(/\(bool\)0/, "false", kernel)
    gsub(/\(bool\)1/, "true", kernel)
    gsub(/\((unsigned |signed )?(char|short|int|long|long long)\)/, "", kernel)
    for (i = 1; i <= length(kernel); i++) {
        c = substr(kernel, i, 1)
        if (c == "(" && !depth)
            break
        if (c == "<") depth++
        if (c == ">") depth--
        plain = plain c
    }
    gsub(/ *, */, ", ", plain)
    gsub(/> +>/, ">>", plain)
    sub(/ +$/, "", plain)
    return plain
}

# (4096, 1, 1) -> 4096, (64, 2, 1) -> 64x2x1
function shape(text)
{
    gsub(/[() ]/, "", text)
    sub(/,1,1$/, "", text)
    gsub(/,/, "x", text)
    return text
}
