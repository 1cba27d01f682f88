# Sourced by the scripts of the parent folder. Sets `root` (the workspace's folder) and defines shared functions.
# Written for bash 3.2 (the version on macOS) and the POSIX tools.

root=$(CDPATH='' cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd -P)
support=$root/Scripts/support

# Prints an error and exits with 1, or with the second argument.
die() {
  printf '%s: %s\n' "${0##*/}" "$1" >&2
  exit "${2:-1}"
}

# Reports an invalid command line and exits with 2.
die_usage() {
  die "$1
Try '${0##*/} --help'." 2
}

# Prints the comment at the head of the script as its help.
print_help() {
  awk 'NR == 1 { next } /^#/ { sub(/^# ?/, ""); print; next } { exit }' "$0"
}

# need_value OPTION NUMBER_OF_REMAINING_ARGUMENTS: fails if an option lacks its value.
need_value() {
  [ "$2" -ge 2 ] || die_usage "$1 needs a value."
}

# Prints the names of the local packages, one per line.
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

# Prints the workspace's files with one of the given suffixes, as paths from its root, one per line: tracked files, and new ones
# that git doesn't ignore. Without a git repository, it searches the folder.
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
    # git also lists files whose deletion isn't committed yet.
    if [ -f "$root/$file" ]; then printf '%s\n' "$file"; fi
  done
}

# Prints a manifest's contents in the format of describe-manifest.awk.
describe_manifest() {
  awk -f "$support/lexer.awk" -f "$support/manifest.awk" -f "$support/describe-manifest.awk" "$1"
}

# The beginning of a line whose end hasn't arrived.
unfinished=

# read_line VARIABLE DESCRIPTOR: reads a line into a variable, and fails if none is complete within a second. The next call continues
# an incomplete line: `read` takes what has arrived when its time is up, even if that is half a line.
read_line() {
  local part=
  if IFS= read -r -t 1 part <&"$2"; then
    printf -v "$1" '%s' "$unfinished$part"
    unfinished=
  else
    unfinished+=$part
    return 1
  fi
}
