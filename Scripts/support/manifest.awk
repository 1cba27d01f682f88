# Parses package manifests as text. The workspace's manifests are literal (names, paths and dependencies aren't computed), so no
# compiler is needed, and parsing all of them takes milliseconds. Relevant lines that aren't literal are listed as unreadable.
# Needs lexer.awk.
#
#   manifest_read(folder, file)   parses `file`, the manifest of the package in `folder` ("." is the workspace's root)
#
#   package_name[folder], is_package[folder]
#   targets:   target_count; target_folder[], target_name[], target_kind[], target_path[], target_line[], target_excluded[] (":a:b:")
#   products:  product_targets[folder, product]: the names of its targets, each followed by a space; product_kind[folder, product]
#   what a target depends on:  need_count; need_target[] (index), need_kind[] (target|product|name), need_name[], need_package[], need_line[]
#   what a package depends on: link_count; link_folder[], link_kind[] (path|remote), link_to[] (folder or address), link_line[]
#   unreadable_count; unreadable_file[], unreadable_line[], unreadable_word[]

function manifest_read(folder, file, line, number, i) {
  is_package[folder] = 1
  manifest_folder = folder
  manifest_file = file
  token_count = 0
  LEXER_KEEPS_STRINGS = 1
  lexer_start()
  while ((getline line < file) > 0) {
    number++
    lexer_line(line)
    manifest_tokens(CODE, number)
  }
  close(file)
  LEXER_KEEPS_STRINGS = 0
  frame = 0
  for (i = 1; i <= token_count; i++) manifest_token(token[i], token[i + 1], token_line[i])
}

function manifest_tokens(code, number) {
  while (match(code, /"[^"]*"|\.?[A-Za-z_][A-Za-z0-9_]*|[^ \t]/)) {
    token_count++
    token[token_count] = substr(code, RSTART, RLENGTH)
    token_line[token_count] = number
    code = substr(code, RSTART + RLENGTH)
  }
  token[token_count + 1] = ""
}

function manifest_token(word, next_word, number, owner) {
  if (word == "(") {
    # The call's own word has already opened the frame.
    if (frame == 0 || !frame_waits[frame]) manifest_open("(", number)
    frame_waits[frame] = 0
  } else if (word == "[") {
    manifest_open("[", number)
  } else if (word == ")" || word == "]") {
    if (frame > 0) manifest_close()
  } else if (word == ",") {
    if (frame > 0 && frame_call[frame] != "[") frame_label[frame] = ""
  } else if (word ~ /^"/) {
    manifest_string(substr(word, 2, length(word) - 2), number)
  } else if (word ~ /^\.?[A-Za-z_]/) {
    if (next_word == "(") {
      manifest_open(word, number)
      frame_waits[frame] = 1
    } else if (next_word == ":" && word !~ /^\./) {
      if (frame > 0) frame_label[frame] = word
    } else {
      owner = manifest_owner()
      if (owner > 0 && manifest_matters(frame_call[owner], frame_label[owner])) {
        unreadable_count++
        unreadable_file[unreadable_count] = manifest_file
        unreadable_line[unreadable_count] = number
        unreadable_word[unreadable_count] = word
      }
    }
  }
}

function manifest_matters(call, label) {
  if (call ~ /^\.(target|executableTarget|testTarget|systemLibrary|macro|plugin)$/) return label ~ /^(name|path|dependencies|exclude)$/
  if (call == "Package") return label ~ /^(name|targets|dependencies|products)$/
  return call ~ /^\.(product|package|library|executable|byName)$/ && label ~ /^(name|package|path|url|id|targets)$/
}

# Returns the enclosing call, ignoring array brackets.
function manifest_owner(i) {
  for (i = frame; i > 0 && frame_call[i] == "["; i--) continue
  return i
}

function manifest_open(call, number, owner) {
  owner = manifest_owner()
  frame++
  frame_call[frame] = call
  frame_label[frame] = ""
  frame_line[frame] = number
  frame_waits[frame] = 0
  frame_name[frame] = ""
  frame_package[frame] = ""
  frame_target[frame] = 0
  frame_targets[frame] = ""
  frame_need_of[frame] = 0
  if (owner > 0 && frame_target[owner] && frame_label[owner] == "dependencies") {
    frame_need_of[frame] = frame_target[owner]
  } else if (call ~ /^\.(target|executableTarget|testTarget|systemLibrary|macro)$/) {
    target_count++
    frame_target[frame] = target_count
    target_folder[target_count] = manifest_folder
    target_kind[target_count] = substr(call, 2)
    target_line[target_count] = number
    target_excluded[target_count] = ":"
  }
}

function manifest_string(text, number, owner, call, label, i) {
  owner = manifest_owner()
  if (owner == 0) return
  call = frame_call[owner]
  label = frame_label[owner]
  i = frame_target[owner]
  if (i) {
    if (label == "name") target_name[i] = text
    if (label == "path") target_path[i] = manifest_join(manifest_folder, text)
    if (label == "exclude") target_excluded[i] = target_excluded[i] text ":"
    if (label == "dependencies") manifest_need(i, "name", text, "", number)
  } else if (frame_need_of[owner]) {
    if (label == "package") frame_package[owner] = text
    else if (label == "name" || call == ".byName") frame_name[owner] = text
  } else if (call == "Package" && label == "name") {
    package_name[manifest_folder] = text
  } else if (call == ".package" && label == "path") {
    manifest_link("path", manifest_join(manifest_folder, text), number)
  } else if (call == ".package" && (label == "url" || label == "id")) {
    manifest_link("remote", text, number)
  } else if (call ~ /^\.(library|executable|plugin)$/) {
    if (label == "name") frame_name[owner] = text
    if (label == "targets") frame_targets[owner] = frame_targets[owner] text " "
  }
}

function manifest_close(call, i) {
  call = frame_call[frame]
  i = frame_target[frame]
  if (i && target_path[i] == "") {
    target_path[i] = manifest_join(manifest_folder, (target_kind[i] == "testTarget" ? "Tests/" : "Sources/") target_name[i])
  }
  if (frame_need_of[frame] && call ~ /^\.(product|target|byName)$/) {
    manifest_need(frame_need_of[frame], (call == ".byName" ? "name" : substr(call, 2)), frame_name[frame], \
      frame_package[frame], frame_line[frame])
  }
  if (frame_targets[frame] != "") {
    product_targets[manifest_folder, frame_name[frame]] = frame_targets[frame]
    product_kind[manifest_folder, frame_name[frame]] = substr(call, 2)
  }
  frame--
}

function manifest_need(target, kind, name, package, number) {
  need_count++
  need_target[need_count] = target
  need_kind[need_count] = kind
  need_name[need_count] = name
  need_package[need_count] = package
  need_line[need_count] = number
}

function manifest_link(kind, to, number) {
  link_count++
  link_folder[link_count] = manifest_folder
  link_kind[link_count] = kind
  link_to[link_count] = to
  link_line[link_count] = number
}

# "Packages/A" and "../B" make "Packages/B".
function manifest_join(folder, path, parts, count, kept, depth, i, joined) {
  count = split(folder "/" path, parts, "/")
  for (i = 1; i <= count; i++) {
    if (parts[i] == "" || parts[i] == ".") continue
    if (parts[i] == ".." && depth > 0 && kept[depth] != "..") depth--
    else kept[++depth] = parts[i]
  }
  for (i = 1; i <= depth; i++) joined = joined (i > 1 ? "/" : "") kept[i]
  return joined == "" ? "." : joined
}
