#if !os(Linux)
/// What was freed and is still held back from the system.
enum FreedMemory {
  /// The system's allocator gives it back by itself.
  static func giveBack() {}
}
#endif
