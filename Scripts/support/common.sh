# Sourced by the scripts of the folder above. Sets `root` (the workspace's folder) and defines what they share.
# Written for bash 3.2 (what macOS has) and the POSIX tools.

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
support=$root/Scripts/support

# Says what went wrong and ends the script. Exit code 1, or the second argument.
die() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit "${2:-1}"
}

# A command line that cannot be understood: exit code 2.
die_usage() {
  die "$1
Try '${0##*/} --help'." 2
}

# The comment at the head of the script is its help.
print_help() {
  awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
}

# The value of an option, where there is one: need_value OPTION NUMBER_OF_ARGUMENTS_LEFT
need_value() {
  [ "$2" -ge 2 ] || die_usage "$1 needs a value."
}

# The names of the local packages, one a line.
package_names() {
  local manifest
  for manifest in "$root"/Packages/*/Package.swift; do
    [ -f "$manifest" ] || continue
    manifest=${manifest%/Package.swift}
    printf '%s\n' "${manifest##*/}"
  done
}

is_git_workspace() {
  [ "$(git -C "$root" rev-parse --show-toplevel 2>/dev/null)" = "$root" ]
}

# The workspace's files with one of the given name endings, as paths from its root, one a line: tracked ones and new ones
# that git does not ignore. An unpacked archive without git's data is searched instead.
workspace_files() {
  local suffix arguments
  arguments=()
  if is_git_workspace; then
    for suffix in "$@"; do arguments+=("*$suffix"); done
    git -C "$root" ls-files -z --cached --others --exclude-standard -- "${arguments[@]}" | tr '\0' '\n'
  else
    for suffix in "$@"; do arguments+=(-o -name "*$suffix"); done
    (cd "$root" && find . -name .build -prune -o -type f '(' "${arguments[@]:1}" ')' -print | sed 's|^\./||')
  fi | LC_ALL=C sort -u | while IFS= read -r file; do
    # git also lists what was deleted and not yet committed.
    if [ -f "$root/$file" ]; then printf '%s\n' "$file"; fi
  done
}

# What a manifest says, as describe-manifest.awk prints it.
describe_manifest() {
  awk -f "$support/lexer.awk" -f "$support/manifest.awk" -f "$support/describe-manifest.awk" "$1"
}
