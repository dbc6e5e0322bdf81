# routes.awk: the routes of routes.txt.
#   read_routes()               sets routes, route_name[i], route_text[i] and route_lessons[i]
#   find_route(name)            its number; 0 if there is none
#   on_route(lesson, i)         is the lesson on the i-th route? Numbers are compared as text: 0.1 comes before 00.

function read_routes(    file, line, part)
{
    file = "common/learn/routes.txt"
    while ((getline line < file) > 0) {
        if (line ~ /^(#|$)/)
            continue
        split(line, part, ": ")
        route_name[++routes] = part[1]
        route_text[routes] = part[2]
        route_lessons[routes] = part[3]
    }
    close(file)
}

function find_route(name,    i)
{
    for (i = 1; i <= routes; i++)
        if (route_name[i] == name)
            return i
    return 0
}

function on_route(lesson, i,    n, k, list, ends, from, to)
{
    n = split(route_lessons[i], list, " ")
    for (k = 1; k <= n; k++) {
        from = to = list[k]
        if (split(list[k], ends, "-") == 2) {
            from = ends[1]
            to = ends[2]
        }
        if (lesson "" >= from "" && lesson "" <= to "")
            return 1
    }
    return 0
}
