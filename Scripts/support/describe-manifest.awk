# Prints the contents of the manifest given as the argument: `name NAME`, then a line `path FOLDER` or `remote ADDRESS` for every
# package dependency. Needs lexer.awk and manifest.awk.

BEGIN {
  manifest_read(".", ARGV[1])
  print "name " package_name["."]
  for (i = 1; i <= link_count; i++) print link_kind[i] " " link_to[i]
}
