# today.awk: the opening deck with the lessons of the day, one in each line of a file, in two columns if there are many.
# Without any the slide is left out.   awk -v titles=FILE -f today.awk opening.md

BEGIN { while ((getline line <titles) > 0) list = list "- " line (++count ? "\n" : "") }
/^# / { left_out = /^# Today$/ && !count }
left_out { next }
/^TODAY$/ { $0 = "::: {style=\"font-size:" (count > 7 ? 32 : 40) "px" (count > 10 ? "; columns:2" : "") "\"}\n" list ":::" }
{ print }
