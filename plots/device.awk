# device.awk: finds the GPU's name in the comment of a published table: the text before its peak, or else
# the text after the last comma of the first part.
{
    parts = split($0, part, /; */)
    for (i = 1; i <= parts; i++)
        if (part[i] ~ /GB\/s theoretical/) {
            sub(/,.*/, "", part[i])
            print part[i]
            exit
        }
    sub(/.*, */, "", part[1])
    print part[1]
}
