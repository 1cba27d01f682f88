# Sourced by Scripts/release. Foundation includes ICU's data as one block, which is half of the program, and no linker can split it.
# The program never reads much of it. ICU allows programs to select their data (ICU User Guide, "ICU Data").

# make_icu_data OBJECT WORK_FOLDER: makes an object with the toolchain's ICU data, trimmed by trim-icu-data.swift, and prints the linker
# options that use it. Succeeds only if a program with the trimmed data prints all formats of all locales unchanged; otherwise prints
# the reason, which completes the sentence "all, because …".
make_icu_data() {
  local object=$1 work=$2 libraries library member symbol tool
  # The compiler's target info is JSON with one member per line.
  libraries=$(swift -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')_static/linux
  library=$libraries/lib_FoundationICU.a
  if [ ! -f "$library" ]; then echo "the toolchain has no ICU library" && return 1; fi
  for tool in ar nm objcopy swiftc clang; do
    if ! command -v "$tool" >/dev/null; then echo "'$tool' isn't in PATH" && return 1; fi
  done
  read -r member symbol <<<"$(nm -A --defined-only "$library" 2>/dev/null \
    | sed -n 's/^.*\.a:\([^:]*\):[0-9a-f]* R \(icudt[0-9]*_dat\)$/\1 \2/p')"
  if [ -z "$symbol" ]; then echo "the toolchain's data has another format" && return 1; fi

  # Reuses the object for the same toolchain, because the check takes a while.
  local key
  key=$(cat "$library" "$support/trim-icu-data.swift" "$support/locale-formats.swift" "$support/icu-data.sh" | cksum)
  if [ -f "$object" ] && [ "$(cat "$object.key" 2>/dev/null)" = "$key" ]; then
    echo "--wrap=$symbol $object"
    return 0
  fi
  rm -f "$object" "$object.key"

  mkdir -p "$work"
  (
    # Chained with &&, because 'set -e' has no effect in a list whose exit code is checked.
    cd "$work" \
      && ar x "$library" "$member" \
      && objcopy -O binary --only-section=.rodata "$member" whole.dat \
      && swiftc -O -o trim "$support/trim-icu-data.swift" \
      && ./trim whole.dat part.dat \
      && printf '.section .rodata,"a"\n.globl %s\n.balign 16\n%s:\n.incbin "part.dat"\n.section .note.GNU-stack,"",%%progbits\n' \
        "__wrap_$symbol" "__wrap_$symbol" >data.s \
      && clang -c -o data.o data.s \
      && swiftc -static-stdlib -o formats-whole "$support/locale-formats.swift" \
      && swiftc -static-stdlib -o formats-part "$support/locale-formats.swift" -Xlinker "--wrap=$symbol" -Xlinker "$work/data.o" \
      && ./formats-whole >whole.txt \
      && ./formats-part >part.txt \
      && [ -s whole.txt ]
  ) >"$work/log" 2>&1 || {
    echo "trimming failed: $(tail -n 1 "$work/log")"
    return 1
  }
  if ! cmp -s "$work/whole.txt" "$work/part.txt"; then
    echo "a format would change: $(diff "$work/whole.txt" "$work/part.txt" | sed -n 2p)"
    return 1
  fi
  mv "$work/data.o" "$object"
  printf '%s\n' "$key" >"$object.key"
  echo "--wrap=$symbol $object"
}
