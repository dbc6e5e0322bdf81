-- page.lua: a page of the repository as one of the site. For pandoc -L; site.sh sets the variables.
--   SITE_PAGE      the page, docs/lessons/05_x.md
--   SITE_LINKS     a file: each path in the repository that the page links is added to it, a line each
--   SITE_PLAYERS   the names of the players that the site has, with blanks around: " play05 play06 "
--   SITE_ROOT      what leads from the page to the site's first one: ../../
-- Links to other pages become those of their HTML. Whatever is no page, picture or table has a page of its own, with .html
-- behind its name. The command of a player becomes a link to it that looks like a button.

local page = os.getenv("SITE_PAGE")
local players = os.getenv("SITE_PLAYERS")
local root = os.getenv("SITE_ROOT")
local links = assert(io.open(os.getenv("SITE_LINKS"), "a"))

-- FOLDER/../x without the dots
local function plain(path)
    local parts = {}
    for part in path:gmatch("[^/]+") do
        if part == ".." and #parts > 0 and parts[#parts] ~= ".." then
            table.remove(parts)
        elseif part ~= "." then
            parts[#parts + 1] = part
        end
    end
    return table.concat(parts, "/")
end

-- A folder can be opened, but reading it is an error.
local function is_folder(path)
    local file = io.open(path)
    local some, why = nil, nil
    if file then
        some, why = file:read(1)
        file:close()
    end
    return some == nil and why ~= nil
end

local function there(target)
    if target == "" or target:match("^%a[%w+.-]*:") or target:match("^#") then
        return target
    end
    local file, anchor = target:match("^([^#]*)(.*)$")
    local path = plain((page:match("^(.*/)") or "") .. file)
    links:write(path, "\n")
    if path == "README.md" then
        file = file:gsub("README%.md$", "index.html")
    elseif path:match("%.md$") then
        file = file:gsub("%.md$", ".html")
    elseif is_folder(path) then
        file = file:gsub("/$", "") .. "/index.html"
    elseif not path:match("%.png$") and not path:match("%.svg$") and not path:match("%.csv$") and not path:match("%.ipynb$") then
        file = file .. ".html"
    end
    return file .. anchor
end

function Link(link)
    link.target = there(link.target)
    return link
end

-- Width and height of a picture in pixels, or nothing.
local function size(path)
    local file = io.open(path, "rb")
    local head = file and file:read(1000) or ""
    if file then file:close() end
    if head:sub(2, 4) == "PNG" then
        return string.unpack(">I4I4", head, 17)
    end
    return head:match("<svg.-viewBox=[\"']0 0 ([%d.]+) ([%d.]+)")
end

-- With its size the page doesn't jump when the picture arrives.
function Image(image)
    local width, height = size(plain((page:match("^(.*/)") or "") .. image.src))
    image.src = there(image.src)
    if width then
        image.attributes.width, image.attributes.height = string.format("%.0f", width), string.format("%.0f", height)
    end
    image.attributes.loading = "lazy"
    return image
end

function Code(code)
    local name = code.text:match("^make (play[%w.]+)$")
    if name and players:find(" " .. name .. " ", 1, true) then
        return pandoc.Link({ pandoc.Str("play it here"), pandoc.Str(" ("), code, pandoc.Str(")") },
            root .. "play/" .. name .. ".html", "", { class = "player" })
    end
end

-- pandoc knows the language as bash. For a name that it does not know it reads the rules of all languages: half a second.
function CodeBlock(block)
    if block.classes[1] == "sh" then
        block.classes[1] = "bash"
    end
    return block
end

-- The checks of answers are no text.
function RawBlock(block)
    if block.text:match("^%s*<!%-%-.*%-%->%s*$") then
        return {}
    end
end
