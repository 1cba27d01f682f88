# Prints the packages and their dependencies as a Mermaid flowchart. Arguments: the manifests, as paths from the
# workspace's root. Needs lexer.awk and manifest.awk.
#
# An arrow means a dependency of at least one target. It is dotted if only tests have the dependency.

BEGIN {
  for (i = 1; i < ARGC; i++) {
    folder = ARGV[i]
    if (!sub(/\/Package\.swift$/, "", folder)) folder = "."
    folders[i] = folder
    manifest_read(folder, ARGV[i])
  }
  if (unreadable_count) {
    print unreadable_file[1] ":" unreadable_line[1] ": '" unreadable_word[1] "' is not literal." >"/dev/stderr"
    exit 1
  }
  for (i = 1; i <= need_count; i++) note_need(i)

  print "```mermaid"
  print "flowchart TD"
  for (i = 1; i < ARGC; i++) print "  " id_of(folders[i]) "[\"" label_of(folders[i]) "\"]"
  for (i = 1; i < ARGC; i++) {
    for (j = 1; j <= link_count; j++) {
      if (link_folder[j] != folders[i] || link_kind[j] != "path") continue
      print "  " id_of(folders[i]) (((folders[i], link_to[j]) in used) ? " --> " : " -.-> ") id_of(link_to[j])
    }
  }
  print "```"
}

# Records that a target other than a test needs a product of another package.
function note_need(i, folder, j) {
  folder = target_folder[need_target[i]]
  if (target_kind[need_target[i]] == "testTarget") return
  for (j = 1; j <= link_count; j++) {
    if (link_folder[j] == folder && ((link_to[j], need_name[i]) in product_targets)) used[folder, link_to[j]] = 1
  }
}

function id_of(folder) {
  if (folder == ".") return "App"
  sub(/.*\//, "", folder)
  return folder
}

# Returns the package's label, with its libraries below it unless there is only one with the same name.
function label_of(folder, names, key, parts, text, i, count, own) {
  if (folder == ".") return "App<br/><small>the program " package_name[folder] "</small>"
  own = id_of(folder)
  for (key in product_targets) {
    split(key, parts, SUBSEP)
    if (parts[1] == folder && parts[2] != own) names[++count] = parts[2]
  }
  # Iteration with `in` has no defined order.
  for (i = 1; i <= count; i++) place(names, i)
  for (i = 1; i <= count; i++) text = text (i == 1 ? "" : ", ") names[i]
  return own (count ? "<br/><small>and " text "</small>" : "")
}

function place(names, i, name) {
  name = names[i]
  for (; i > 1 && names[i - 1] > name; i--) names[i] = names[i - 1]
  names[i] = name
}
