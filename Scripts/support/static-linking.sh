# How a program is linked that needs no shared library of Swift's and starts fast. Sourced by Scripts/release and Scripts/benchmark.

# static_linking FOLDER: fills the array `static_linking` with options of `swift build`; FOLDER holds links for the linker.
static_linking() {
  local folder=$1 pair library
  static_linking=(--static-swift-stdlib -Xlinker --strip-all -Xlinker --no-export-dynamic)
  # The C++ and the compiler's library have no switch of their own: the linker takes what it finds first.
  mkdir -p "$folder"
  if command -v clang >/dev/null; then
    for pair in libstdc++.a:libstdc++.a libgcc_eh.a:libgcc_s.a; do
      library=$(clang -print-file-name="${pair%:*}")
      if [ -f "$library" ]; then ln -s -f "$library" "$folder/${pair#*:}"; fi
    done
  fi
  static_linking+=(-Xswiftc "-L$folder")
  # What has to be adjusted to where the program is loaded takes a hundredth of the room in this form, and less of the start; C libraries
  # know it from glibc 2.36 on, and the program needs one that is not older than this machine's anyway.
  case $(getconf GNU_LIBC_VERSION 2>/dev/null || true) in
    "glibc 2.3"[6-9]* | "glibc 2."[4-9][0-9]*)
      if command -v ld.lld >/dev/null; then
        static_linking+=(-Xswiftc -use-ld=lld -Xlinker -z -Xlinker pack-relative-relocs)
      fi
      ;;
  esac
}
