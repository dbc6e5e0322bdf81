# slug.awk: the file name for a CSV's device: "NVIDIA H200" -> nvidia-h200
!split_row($0) { need_columns("device"); next }
{
    slug = tolower(field["device"])
    gsub(/[^a-z0-9]+/, "-", slug)
    gsub(/^-|-$/, "", slug)
    if (slug == "")
        bad("the device has no name")
    print slug
    exit
}
