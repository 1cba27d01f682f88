# The rules of Scripts/check-boundaries. Standard input: the workspace's Swift and C files, one path per line. The working directory
# is the workspace's root, and the lists for the rules come from the environment. Needs lexer.awk and manifest.awk.

BEGIN {
  read_list("FEATURE_PACKAGES", is_feature_package)
  read_list("FEATURE_IMPORTS", is_feature_import)
  read_list("DOMAIN_IMPORTS", is_domain_import)
  read_list("REUSABLE_PACKAGES", is_reusable_package)
  read_list("REUSABLE_TARGETS", is_reusable_target)
  read_list("COMPOSING_PACKAGES", is_composing_package)
  read_list("TOOLCHAIN_MODULES", is_toolchain_module)
  read_list("TTY_CALLS", is_tty_call)
  app_word_count = split(ENVIRON["APP_WORDS"], app_words)
  escape_folder_count = split(ENVIRON["ESCAPE_SEQUENCE_FOLDERS"], escape_folders)
  tty_folder_count = split(ENVIRON["TTY_FOLDERS"], tty_folders)
}

{
  if ($0 == "Package.swift") manifest_read(".", $0)
  else if ($0 ~ /^Packages\/[^\/]+\/Package\.swift$/) manifest_read(substr($0, 1, length($0) - 14), $0)
  else files[++file_count] = $0
}

END {
  check_manifests()
  for (file_index = 1; file_index <= file_count; file_index++) check_file(files[file_index])
  check_layers()
}

function read_list(variable, list, words, count, i) {
  count = split(ENVIRON[variable], words)
  for (i = 1; i <= count; i++) list[words[i]] = 1
}

function report(file, line, rule, text) {
  print file ":" line ": rule " rule ": " text
}

function manifest_of(folder) {
  return folder == "." ? "Package.swift" : folder "/Package.swift"
}

function last_component(path) {
  sub(/.*\//, "", path)
  return path
}

function module_of(name) {
  gsub(/[^A-Za-z0-9_]/, "_", name)
  return name
}

# ---------------------------------------------------------------------------------------------------- manifests

function check_manifests(i, j, n, name, names, folder) {
  for (i = 1; i <= unreadable_count; i++) {
    report(unreadable_file[i], unreadable_line[i], 0, \
      "'" unreadable_word[i] "' isn't literal, so this script can't read it. Write names, paths and dependencies as literals.")
  }
  for (i = 1; i <= target_count; i++) {
    folder = target_folder[i]
    name = module_of(target_name[i])
    if (name in module_folder) {
      report(manifest_of(folder), target_line[i], 0, \
        "the target " target_name[i] " has the same name as a target in " manifest_of(module_folder[name]) ". Rename it.")
    } else {
      module_folder[name] = folder
      module_target[name] = i
    }
  }
  for (i = 1; i <= link_count; i++) {
    folder = link_folder[i]
    if (link_kind[i] == "remote") {
      report(manifest_of(folder), link_line[i], 0, \
        "names the remote package " link_to[i] ". The workspace has no remote packages: use the toolchain or a local package.")
    } else if ((last_component(folder) in is_reusable_package) && !may_use_basics(folder, link_to[i])) {
      report(manifest_of(folder), link_line[i], 4, \
        "a reusable package depends on " link_to[i] ", but must be usable and publishable alone. Invert the dependency.")
    }
  }
  for (i = 1; i <= need_count; i++) {
    n = needed_modules(i, names)
    for (j = 1; j <= n; j++) {
      declared[need_target[i], names[j]] = 1
      check_dependency(need_target[i], names[j], manifest_of(target_folder[need_target[i]]), need_line[i])
    }
  }
}

# Adds the modules of target dependency number i to `modules`; returns their number.
function needed_modules(i, modules, folder, own, link, target_names, count, j) {
  folder = target_folder[need_target[i]]
  own = module_of(need_name[i])
  if (need_kind[i] != "product" && module_folder[own] == folder) {
    modules[1] = own
    return 1
  }
  for (link = 1; link <= link_count; link++) {
    if (link_folder[link] != folder || !((link_to[link], need_name[i]) in product_targets)) continue
    if (need_package[i] != "" && !names_package(need_package[i], link_to[link])) continue
    count = split(product_targets[link_to[link], need_name[i]], target_names)
    for (j = 1; j <= count; j++) modules[j] = module_of(target_names[j])
    return count
  }
  return 0
}

function names_package(name, folder) {
  return tolower(name) == tolower(last_component(folder)) || tolower(name) == tolower(package_name[folder])
}

# ---------------------------------------------------------------------------------------------------- allowed dependencies

function is_test(target) {
  return target_kind[target] == "testTarget"
}

function is_reusable(target) {
  return (last_component(target_folder[target]) in is_reusable_package) || (target_name[target] in is_reusable_target)
}

# All packages may use Basics except Networking, which other repositories use without siblings.
function may_use_basics(folder, owner) {
  return last_component(owner) == "Basics" && last_component(folder) != "Networking"
}

function is_feature(target) {
  return (last_component(target_folder[target]) in is_feature_package) && !(target_name[target] in is_reusable_target)
}

# Reports a dependency of the target on the module that rule 1, 3 or 4 forbids; returns whether it did.
function check_dependency(target, module, file, line, folder, owner, user) {
  folder = target_folder[target]
  if (!(module in module_folder) || folder == "." || (last_component(folder) in is_composing_package)) return 0
  owner = module_folder[module]
  user = target_name[target]
  if (may_use_basics(folder, owner)) return 0
  if (is_reusable(target) && !is_test(target) && (owner != folder || (user in is_reusable_target) && !(module in is_reusable_target))) {
    report(file, line, 4, user " is reusable, so it can't use " module ". Invert the dependency, or connect the two in App.")
    return 1
  }
  if (owner == folder) return 0
  if (is_feature(target) && !is_test(target) && !(module in is_feature_import)) {
    report(file, line, 1, "the feature " user " uses " module ", but may use only " spoken_list("FEATURE_IMPORTS") \
      ". Declare a protocol in its Domain, and pass in the implementation from App.")
    return 1
  }
  if (module in is_reusable_target) {
    if (is_feature(target)) return 0
    report(file, line, 1, "only features and App use " module ". Declare a protocol, and pass in the implementation from App.")
    return 1
  }
  if (last_component(folder) in is_feature_package) {
    if ((last_component(owner) in is_feature_package) || module == "Terminal" || module == "DependencyInjection") {
      report(file, line, 1, "the tests of a feature use " module ", which the feature must not use. Move tests that need both to the root's Tests.")
      return 1
    }
    return 0
  }
  if (last_component(owner) in is_feature_package) {
    report(file, line, 3, user " uses the feature " module ", but only App may. Move the connecting code there.")
    return 1
  }
  if (module == "DependencyInjection") {
    report(file, line, 3, user " uses DependencyInjection, but only App may. Pass dependencies as initializer parameters.")
    return 1
  }
  return 0
}

function spoken_list(variable, words, count, i, text) {
  count = split(ENVIRON[variable], words)
  for (i = 1; i <= count; i++) text = text (i == 1 ? "" : i == count ? " and " : ", ") words[i]
  return text
}

# ---------------------------------------------------------------------------------------------------- files

# Returns the target that compiles the file: the one with the deepest folder that contains it, or 0.
function target_of(file, i, best, inside, parts) {
  for (i = 1; i <= target_count; i++) {
    if (index(file, target_path[i] "/") != 1) continue
    inside = substr(file, length(target_path[i]) + 2)
    split(inside, parts, "/")
    if (index(target_excluded[i], ":" parts[1] ":") || index(target_excluded[i], ":" inside ":")) continue
    if (!best || length(target_path[i]) > length(target_path[best])) best = i
  }
  return best
}

function starts_with_any(path, prefixes, count, i) {
  for (i = 1; i <= count; i++) if (index(path, prefixes[i]) == 1) return 1
  return 0
}

function check_file(file, target, test, line, number, allows_escapes, allows_tty, layer) {
  target = target_of(file)
  if (!target) {
    if (file ~ /^(App|Packages\/[^\/]+\/Sources)\//) {
      report(file, 1, 0, "no target of the manifest contains this file, so it isn't compiled. Move it, or declare its target.")
    }
    return
  }
  test = is_test(target)
  allows_escapes = test || starts_with_any(file, escape_folders, escape_folder_count)
  allows_tty = test || starts_with_any(file, tty_folders, tty_folder_count)
  layer = test || !is_feature(target) ? "" : layer_of(file, target)
  lexer_start()
  conditions_start(file)
  while ((getline line < file) > 0) {
    number++
    lexer_line(line)
    if (!allows_escapes && (TEXT ~ /\\#*u\{0*(1[bB]|9[bB])\}|\\x1[bB]|\\033|\\e\[/ || index(TEXT, "\033"))) {
      report(file, number, 3, "contains an escape sequence, but only Components may. Use its styles and widgets.")
    }
    if (!test && is_reusable(target)) check_words(line, file, number, target)
    if (CODE !~ /[^ \t]/) continue
    if (!allows_tty) check_tty(CODE, file, number)
    if (file !~ /\.swift$/) continue
    if (CODE ~ /import[ \t]/) check_imports(CODE, file, number, target, layer)
    if (layer != "") note_layer(CODE, file, number, target, layer)
    if (!test) conditions_line(CODE, number)
  }
  close(file)
  if (!test) conditions_end(file)
}

function check_words(line, file, number, target, i) {
  line = tolower(line)
  for (i = 1; i <= app_word_count; i++) {
    if (!index(line, app_words[i])) continue
    report(file, number, 4, target_name[target] " is reusable and independent of this app, but contains '" app_words[i] "'. Pass it as a parameter.")
    return
  }
}

function check_tty(code, file, number, word) {
  while (match(code, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(code, RSTART, RLENGTH)
    code = substr(code, RSTART + RLENGTH)
    if (word in is_tty_call) {
      report(file, number, 3, word " is only for Terminal and App. Pass its result as a parameter.")
      return
    }
  }
}

# ---------------------------------------------------------------------------------------------------- imports

# Returns the module that a statement imports, or "".
function imported_module(statement) {
  gsub(/`/, "", statement)
  sub(/^[ \t]+/, "", statement)
  while (sub(/^@[A-Za-z_]+(\([^)]*\))?[ \t]*/, "", statement) \
    || sub(/^(public|package|internal|fileprivate|private|open)[ \t]+/, "", statement)) continue
  if (!sub(/^import[ \t]+/, "", statement)) return ""
  sub(/^(struct|class|enum|protocol|typealias|func|let|var|actor|macro)[ \t]+/, "", statement)
  match(statement, /^[A-Za-z_][A-Za-z0-9_]*/)
  return substr(statement, 1, RLENGTH)
}

function check_imports(code, file, number, target, layer, statements, count, i, module) {
  count = split(code, statements, ";")
  for (i = 1; i <= count; i++) {
    module = imported_module(statements[i])
    if (module == "") continue
    if (module == "FoundationNetworking" && file !~ /URLSession/) {
      report(file, number, 5, "imports FoundationNetworking, which slows down startup. Only files or folders named after URLSession may import it.")
    }
    if (module == "Foundation" && ((target, "NetworkingFoundation") in declared) && !is_test(target) && file !~ /URLSession|\+Darwin/) {
      report(file, number, 5, "imports Foundation, which links ICU into static programs. Import NetworkingFoundation.")
    }
    if (check_dependency(target, module, file, number)) continue
    if (layer == "Domain" && !(module in is_domain_import) && target_name[target] != module) {
      report(file, number, 2, "Domain imports " module ", but may import only " spoken_list("DOMAIN_IMPORTS") \
        ". Declare a protocol here and implement it in Data or Presentation.")
    } else if (!(module in is_toolchain_module) && !((target, module) in declared)) {
      if (module in module_folder) {
        report(file, number, 0, "imports " module ", which " target_name[target] " does not declare. Add it to the target's dependencies in " \
          manifest_of(target_folder[target]) ".")
      } else {
        report(file, number, 0, "imports " module ", which is neither in the workspace nor in the list of toolchain modules in Scripts/check-boundaries.")
      }
    }
  }
}

# ---------------------------------------------------------------------------------------------------- layers

function layer_of(file, target, parts) {
  split(substr(file, length(target_path[target]) + 2), parts, "/")
  return parts[1] ~ /^(Domain|Data|Presentation)$/ ? parts[1] : ""
}

# Collects the types that a line declares and, for the inner layers, the line itself. Top-level declarations have no indentation,
# because all files are formatted.
function note_layer(code, file, number, target, layer, before, name) {
  if (layer != "Presentation") {
    noted_count++
    noted_code[noted_count] = code
    noted_file[noted_count] = file
    noted_line[noted_count] = number
    noted_target[noted_count] = target
    noted_layer[noted_count] = layer
  }
  before = ""
  while (match(code, /(struct|class|enum|actor|protocol|typealias|associatedtype)[ \t]+[A-Za-z_][A-Za-z0-9_]*/)) {
    before = before substr(code, 1, RSTART - 1)
    name = substr(code, RSTART, RLENGTH)
    code = substr(code, RSTART + RLENGTH)
    sub(/.*[ \t]/, "", name)
    if (before !~ /[A-Za-z0-9_]$/) {
      declared_in_layer[target, layer, name] = 1
      if (before !~ /^[ \t]/ && before !~ /(private|fileprivate)[ \t]|[{]/) top_level_file[target, layer, name] = file
    }
    before = before name
  }
}

function check_layers(i) {
  for (i = 1; i <= noted_count; i++) {
    if (noted_layer[i] == "Domain") check_names(i, "Data")
    check_names(i, "Presentation")
  }
}

# A name after a period is a member and is ignored, unless the period follows the module's own name; then nothing shadows it.
function check_names(i, outer, code, target, word, before, previous, layer, qualified) {
  code = noted_code[i]
  target = noted_target[i]
  layer = noted_layer[i]
  while (match(code, /[A-Za-z_][A-Za-z0-9_]*/)) {
    word = substr(code, RSTART, RLENGTH)
    before = substr(code, 1, RSTART - 1)
    code = substr(code, RSTART + RLENGTH)
    qualified = before == "." && previous == module_of(target_name[target])
    if (((target, outer, word) in top_level_file) && (qualified || before !~ /\.$/ \
      && !((target, layer, word) in declared_in_layer) && !((target, "Domain", word) in declared_in_layer))) {
      report(noted_file[i], noted_line[i], 2, layer " names " word ", which " top_level_file[target, outer, word] \
        " declares. Inner layers must not use outer ones: declare a protocol or a value here, or move this code to " outer ".")
    }
    previous = word
  }
}

# ---------------------------------------------------------------------------------------------------- platform conditions

function conditions_start(file) {
  condition_depth = 0
  pending_count = 0
  first_code_line = 0
  last_code_line = 0
  whole_file_from = 0
  whole_file_to = 0
  platform_file = last_component(file) ~ /\+(Linux|Darwin)\.swift$/
}

function conditions_line(code, number, word, i) {
  if (platform_file) return
  sub(/^[ \t]+/, "", code)
  if (!first_code_line) first_code_line = number
  last_code_line = number
  if (!match(code, /^#(if|elseif|else|endif)/)) {
    if (imported_module(code) == "") for (i = 1; i <= condition_depth; i++) condition_has_code[i] = 1
    return
  }
  word = substr(code, 2, RLENGTH - 1)
  if (word == "if") {
    condition_depth++
    condition_line[condition_depth] = number
    condition_has_code[condition_depth] = 0
    condition_has_else[condition_depth] = 0
    condition_platform[condition_depth] = 0
  }
  if (condition_depth == 0) return
  if (word ~ /^else/) condition_has_else[condition_depth] = 1
  if (word ~ /if$/ && code ~ /(^|[^A-Za-z0-9_])(os|canImport|targetEnvironment)[ \t]*\(/ && !condition_platform[condition_depth]) {
    condition_platform[condition_depth] = number
  }
  if (word == "endif") {
    if (condition_platform[condition_depth] && condition_has_code[condition_depth]) {
      if (condition_line[condition_depth] == first_code_line && !condition_has_else[condition_depth]) {
        whole_file_from = condition_platform[condition_depth]
        whole_file_to = number
      } else {
        pending[++pending_count] = condition_platform[condition_depth]
      }
    }
    condition_depth--
  }
}

function conditions_end(file, i) {
  if (whole_file_to && whole_file_to != last_code_line) pending[++pending_count] = whole_file_from
  for (i = 1; i <= pending_count; i++) {
    report(file, pending[i], 5, "a platform condition inside logic. Move each platform's code to a separate file (Type+Linux.swift, Type+Darwin.swift).")
  }
}
