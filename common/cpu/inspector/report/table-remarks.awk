# table-remarks.awk: what the numbers in print-table.awk's table say, if that is certain. Uses table-rows.awk.

function remark(name, key,    requests, text)
{
    requests = sum(name "_requests")
    if (requests + 0 == 0 || name ~ /atomic|^remote/)
        return
    text = name ~ /^shared/ ? conflicts(name, requests) : coalescing(name, requests)
    if (text == "" || before[key, name, "remark"] == text)
        return
    before[key, name, "remark"] = text
    note[++notes] = title(name) "s: " text
}

# Only excess means bank conflict: a request for more than 4 bytes per lane also has more wavefronts.
function conflicts(name, requests,    wavefronts, excess, text)
{
    if (!is_counted(name "_wavefronts"))
        return ""
    wavefronts = sum(name "_wavefronts")
    if (!is_counted(name "_excess")) # ncu counts a few wavefronts that are not the program's
        return wavefronts / requests < 1.5 ? "" : with_decimal(wavefronts / requests) \
               " wavefronts per request: bank conflicts, unless lanes access 8 or 16 bytes"
    excess = sum(name "_excess")
    if (excess > 0 && is_wanted("excess"))
        text = with_decimal(wavefronts / requests) " wavefronts per request; without bank conflicts " \
               with_decimal((wavefronts - excess) / requests)
    if (is_wanted("lanes") && is_counted(name "_lanes") && sum(name "_lanes") / requests < 8 && requests > value[group, "blocks"])
        text = text (text == "" ? "" : "; ") "on average " with_decimal(sum(name "_lanes") / requests) \
               " of 32 lanes active"
    return text
}

# A coalesced request moves no more bytes than its lanes asked for. A device that does not count those
# leaves open whether a lane asked for 4, 8 or 16.
function coalescing(name, requests,    sectors, lanes, bytes, asked)
{
    if (!is_wanted("sectors") || !is_counted(name "_sectors"))
        return ""
    sectors = sum(name "_sectors")
    lanes = is_counted(name "_lanes") ? sum(name "_lanes") : 32 * requests
    if (lanes / requests < 2) # one lane has no neighbours
        return ""
    bytes = 32 * sectors / lanes
    if (sectors == requests) # fewer cannot be
        return ""
    asked = is_counted(name "_bytes") ? sum(name "_bytes") / lanes : bytes > 4 && bytes <= 16 ? 0 : 4
    if (!asked || bytes < asked)
        return ""
    if (bytes == asked)
        return "coalesced: " number(bytes) " bytes move for each lane"
    return number(bytes) " bytes move for each lane" \
           (bytes > 16 && bytes >= 2 * asked ? ": not coalesced" \
            : asked == int(asked) ? "; the least for " asked "-byte elements is " asked \
                                  : "; it asks for " number(asked))
}
