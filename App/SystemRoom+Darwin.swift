#if canImport(Darwin)
extension SystemRoom {
  /// Does nothing: the address space has no limit on Darwin.
  static func checkMemory() throws(CommandFailure) {}

  /// Does nothing: Darwin keeps threads for Dispatch itself.
  static func checkThreads() throws(CommandFailure) {}
}
#endif
