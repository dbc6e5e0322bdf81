# headers.awk: rewrites a .cu file, and those of its own headers that need it. For rewrite-headers, which says what is
# written where. POSIX awk, run with LC_ALL=C.
#
#   INPUT=FILE.cu FOLDER=FOLDER IQUOTE=FOLDERS INCLUDE=FOLDERS awk -f rewrite.awk -f ptx.awk -f headers.awk
#
# IQUOTE and INCLUDE are lists of folders, a line each. All is done by one awk, because to start one for each header
# takes longer than to rewrite it.

function directory(path) { return match(path, /.*\//) ? substr(path, 1, RLENGTH) : "" }

# Turns ./b and a/../b into b, so that each header has one name.
function plain(path) {
    sub(/^(\.\/+)+/, "", path)
    while (sub(/\/\.?\//, "/", path)) ;
    while (match(path, /(^|\/)([^\/.]|\.[^\/.]|\.\.[^\/])[^\/]*\/\.\.\//))
        path = substr(path, 1, RSTART - 1 + (substr(path, RSTART, 1) == "/")) \
               substr(path, RSTART + RLENGTH)
    return path
}

function exists(path,    line) {
    if (!(path in there)) {
        there[path] = (getline line < path) >= 0
        close(path)
    }
    return there[path]
}

# The header of the program that an #include names, or "". is_beside: it is in the folder of `from`.
function find(from, name, is_quoted,    i) {
    is_beside = 0
    if (name !~ /\.[A-Za-z+]+$/) return ""      # <vector>
    if (name ~ /^\//) return exists(name) ? name : ""
    if (is_quoted) {
        if (exists(directory(from) name)) {
            is_beside = 1
            return plain(directory(from) name)
        }
        for (i = 1; i <= iquotes; i++)
            if (exists(iquote_folder[i] "/" name)) return plain(iquote_folder[i] "/" name)
    }
    for (i = 1; i <= includes; i++)
        if (exists(include_folder[i] "/" name)) return plain(include_folder[i] "/" name)
    return ""
}

# The header that a line includes, with its quotes or brackets; "" if it is no such line.
function included_by(line) {
    if (!sub(/^[ \t]*#[ \t]*include[ \t]*/, "", line) || !match(line, /^("[^"]*"|<[^>]*>)/)) return ""
    return substr(line, 1, RLENGTH)
}

function scan(from,    line, name, path) {
    while ((getline line < from) > 0) {
        if (line ~ /<<<|__shared__|__noinline__|asm|cudaLaunch/) needs[from] = 1
        name = included_by(line)
        if (line ~ FORMS || name == "" && line ~ /#.*include/) has_forms[from] = 1
        if (name == "") continue
        path = find(from, substr(name, 2, length(name) - 2), name ~ /^"/)
        if (path == "") {
            if (name ~ /^<(thrust|cub|cuda|nv|mma|cu[a-z_]+\.|cooperative)/) needs[from] = 1
            continue
        }
        includer[++edges] = from
        written[edges] = name
        included[edges] = path
        beside[edges] = is_beside
        if (!(path in seen)) {
            seen[path] = 1
            header[++headers] = path
        }
    }
    close(from)
}

# What rewrite() may have to change, besides the headers that are included (a line may have it for no reason).
# <<< may be spread over lines.
BEGIN {
    FORMS = "__(shared|cluster_dims|CUDA_ARCH|global|device|constant|managed|noinline)__|asm|cudaLaunch|R\"|\r|^\357\273\277" \
            "|<[ \t\f\v]*(<[ \t\f\v]*<|/[/*]|\\\\?$)|include[ \t]*[\"<](thrust|cub|cuda|nv|mma|cu|nc)"
}

# The file `from` with other headers, in instead[], and nothing else changed. Writes it to `to`.
function include_others(from, to,    line, name, at) {
    print line_1(from) >to
    while ((getline line < from) > 0) {
        name = included_by(line)
        if (name in instead) {
            at = index(line, name)
            line = substr(line, 1, at - 1) "\"" instead[name] "\"" substr(line, at + length(name))
        }
        print line >to
    }
    close(from)
    close(to)
}

function write(from, to,    i, line) {
    for (i = 1; i <= edges; i++)
        if (includer[i] == from && included[i] in needs) instead[written[i]] = place[included[i]]
    if (from != input && !(from in has_forms)) {
        include_others(from, to)
        forget()
        return
    }
    while ((getline line < from) > 0) take(line)
    close(from)
    if (rewrite(from, to)) mistakes = 1
}

BEGIN {
    input = ENVIRON["INPUT"]
    folder = ENVIRON["FOLDER"]
    iquotes = split(ENVIRON["IQUOTE"], iquote_folder, "\n")
    includes = split(ENVIRON["INCLUDE"], include_folder, "\n")
    seen[input] = 1
    scan(input)
    for (i = 1; i <= headers; i++) scan(header[i])
    delete needs[input]                         # it is rewritten anyway
    do {
        changed = 0
        for (i = 1; i <= edges; i++) {
            if (included[i] in needs && includer[i] != input && !(includer[i] in needs))
                changed = needs[includer[i]] = 1
            if (includer[i] in needs && beside[i] && !(included[i] in needs))
                changed = needs[included[i]] = 1
        }
    } while (changed)
    place[input] = folder "/rewritten.cpp"
    print input "\t" place[input] >(folder "/all")
    for (i = 1; i <= headers; i++)
        if (header[i] in needs) {
            name = header[i]
            sub(/.*\//, "", name)
            place[header[i]] = folder "/headers/" i "/" name
            folders = folders " " i
            print header[i] "\t" place[header[i]] >(folder "/all")
        }
    if (folders != "" && system("mkdir \"$FOLDER/headers\" && cd \"$FOLDER/headers\" && mkdir" folders)) exit 1
    write(input, place[input])
    for (i = 1; i <= headers; i++)
        if (header[i] in needs) write(header[i], place[header[i]])
    exit mistakes
}
