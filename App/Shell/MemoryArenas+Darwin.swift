#if !os(Linux)
/// The heaps of the program, which the system divides by itself.
enum MemoryArenas {
  static func limit(to count: Int32 = 2) {}
}
#endif
