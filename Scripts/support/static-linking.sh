# Options for linking a program that needs no shared Swift library and starts fast. Sourced by Scripts/release and Scripts/benchmark.

# static_linking FOLDER: sets the array `static_linking` to options of `swift build`; FOLDER gets symbolic links for the linker.
static_linking() {
  local folder=$1 pair library
  static_linking=(--static-swift-stdlib -Xlinker --strip-all -Xlinker --no-export-dynamic)
  # There are no options for the C++ library and the compiler's library, but the linker uses the first one that it finds.
  mkdir -p "$folder"
  if command -v clang >/dev/null; then
    for pair in libstdc++.a:libstdc++.a libgcc_eh.a:libgcc_s.a; do
      library=$(clang -print-file-name="${pair%:*}")
      if [ -f "$library" ]; then ln -s -f "$library" "$folder/${pair#*:}"; fi
    done
  fi
  static_linking+=(-Xswiftc "-L$folder")
  # Packed relative relocations take a hundredth of the space and make startup faster. glibc supports them from 2.36 on, and the
  # program needs a C library that isn't older than this machine's anyway.
  case $(getconf GNU_LIBC_VERSION 2>/dev/null || true) in
    "glibc 2.3"[6-9]* | "glibc 2."[4-9][0-9]*)
      if command -v ld.lld >/dev/null; then
        static_linking+=(-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs)
      fi
      ;;
  esac
}
