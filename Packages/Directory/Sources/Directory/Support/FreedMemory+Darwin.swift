#if !os(Linux)
/// Freed memory that the allocator still holds.
enum FreedMemory {
  /// Does nothing, because the system's allocator returns freed memory automatically.
  static func giveBack() {}
}
#endif
