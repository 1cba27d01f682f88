#if !os(Linux)
/// Memory that was freed but that the allocator still holds.
enum FreedMemory {
  /// Does nothing, because the system's allocator returns freed memory automatically.
  static func giveBack() {}
}
#endif
