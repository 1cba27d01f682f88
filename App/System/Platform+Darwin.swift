#if canImport(Darwin)
import Darwin

extension SystemRoom {
  /// Does nothing, because Darwin doesn't limit the address space.
  static func checkMemory() throws(CommandFailure) {}

  /// Does nothing, because Darwin reserves threads for Dispatch.
  static func checkThreads() throws(CommandFailure) {}
}

enum MemoryArenas {
  /// Does nothing, because Darwin's allocator has no arenas to limit.
  static func limit(to count: Int32 = 2) {}

  static func trim() {}
}

extension Pager {
  static func emptyActions() -> posix_spawn_file_actions_t? { nil }

  static func emptyAttributes() -> posix_spawnattr_t? { nil }
}
#endif
