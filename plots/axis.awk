# axis.awk: where the axis of a plot begins. Used between rows.awk and another script.

# 0, unless all values are nearly equal: then a round number below the lowest, so that they can be told
# apart. high is the end of the axis: the largest value, or the peak. (Bars must begin at 0; what begins
# elsewhere is drawn as dots or lines, and says so.)
function axis_start(low, high,    range, unit)
{
    if (low < 0.75 * high || low <= 0)
        return 0
    range = high - low
    if (range < 0.02 * high)
        range = 0.02 * high
    for (unit = 1; unit * 10 <= range; unit *= 10)
        ;
    return int((low - 0.25 * range) / unit) * unit
}
