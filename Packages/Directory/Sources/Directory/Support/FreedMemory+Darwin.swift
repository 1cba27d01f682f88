#if !os(Linux)
/// Freed memory that the allocator keeps from the system.
enum FreedMemory {
  /// The system's allocator gives it back by itself.
  static func giveBack() {}
}
#endif
