# record.awk: a row of plots/recorded/sass.csv for each kernel; after the other scripts of this folder.
#   -v lesson=lesson05 -v toolkit=13.0.88
# plots/sass.sh has the names of the columns.
function kernel()
{
    find_loops()
    find_loads()
    summarise()
    rows[kernels] = lesson "," csv_field(name) "," arch "," toolkit "," count "," registers "," spill_bytes \
        "," block_barriers "," warp_barriers "," main_loads "," main_where "," most_flight_all "," \
        most_bytes_all "," other_loads "," shuffles "," reductions
    names_of[kernels] = name
}
END {
    if (failed)
        exit failed
    in_order(names_of, kernels, place_of)
    for (i = 1; i <= kernels; i++)
        print rows[place_of[i]]
}
