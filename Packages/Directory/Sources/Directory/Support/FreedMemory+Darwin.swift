#if !os(Linux)
/// Memory that was freed but is still held by the allocator.
enum FreedMemory {
  /// Does nothing, since the system's allocator returns freed memory by itself.
  static func giveBack() {}
}
#endif
