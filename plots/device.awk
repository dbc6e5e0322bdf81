# device.awk: the GPU's name in a published table's comment: what stands before its peak, or else
# after the last comma of the first part.
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
