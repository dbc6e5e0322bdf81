# shared.awk: a player for the site, where all have one style and one script: what stands in <style> and in <script> goes
# into FOLDER/player.css and FOLDER/player.js.
#   awk -v folder=FOLDER -f shared.awk PLAYER.html

/^<style>$/ { begin("css", "<link rel=\"stylesheet\" href=\"player.css\">"); next }
/^<script>$/ { begin("js", "<script src=\"player.js\"></script>"); next }
file && /^<\/(style|script)>$/ { close(file); file = ""; next }
file { print >file; next }
{ print }

function begin(kind, link) { file = folder "/player." kind; print link }
