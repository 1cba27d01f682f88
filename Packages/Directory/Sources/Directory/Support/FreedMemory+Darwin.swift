#if !os(Linux)
enum FreedMemory {
  /// Does nothing, because the system's allocator returns freed memory automatically.
  static func giveBack() {}
}
#endif
