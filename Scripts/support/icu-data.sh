# Sourced by Scripts/release. Foundation brings ICU's data along as one block, half of the program, and no linker can take it apart. Much of
# it the program never reads. ICU foresees that a program has its own selection (ICU User Guide, "ICU Data").

# Makes an object with the toolchain's data of ICU, less what trim-icu-data.swift leaves out, and prints the linker's options that put it in
# their place: make_icu_data OBJECT FOLDER_FOR_WORK. Succeeds only when a program with these data writes every format of every locale as one
# with all of them does; prints why otherwise.
make_icu_data() {
  local object=$1 work=$2 libraries library member symbol tool
  # What the compiler tells of itself is JSON, one member a line.
  libraries=$(swift -print-target-info 2>/dev/null | sed -n 's/.*"runtimeResourcePath": "\(.*\)".*/\1/p')_static/linux
  library=$libraries/lib_FoundationICU.a
  if [ ! -f "$library" ]; then echo "the toolchain has none of its own" && return 1; fi
  for tool in ar nm objcopy swiftc clang; do
    if ! command -v "$tool" >/dev/null; then echo "there is no '$tool'" && return 1; fi
  done
  read -r member symbol <<<"$(nm -A --defined-only "$library" 2>/dev/null \
    | sed -n 's/^.*\.a:\([^:]*\):[0-9a-f]* R \(icudt[0-9]*_dat\)$/\1 \2/p')"
  if [ -z "$symbol" ]; then echo "the toolchain's have another form" && return 1; fi

  # The same object for the same toolchain: checking it takes a while.
  local key
  key=$(cat "$library" "$support/trim-icu-data.swift" "$support/locale-formats.swift" "$support/icu-data.sh" | cksum)
  if [ -f "$object" ] && [ "$(cat "$object.key" 2>/dev/null)" = "$key" ]; then
    echo "--wrap=$symbol $object"
    return 0
  fi
  rm -f "$object" "$object.key"

  mkdir -p "$work"
  (
    # Chained, since 'set -e' does not hold in a list whose failure is looked at.
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
    echo "they can't be made: $(tail -n 1 "$work/log")"
    return 1
  }
  if ! cmp -s "$work/whole.txt" "$work/part.txt"; then
    echo "something would be written otherwise: $(diff "$work/whole.txt" "$work/part.txt" | sed -n 2p)"
    return 1
  fi
  mv "$work/data.o" "$object"
  printf '%s\n' "$key" >"$object.key"
  echo "--wrap=$symbol $object"
}
