#if canImport(Darwin)
import Darwin

extension Pager {
  /// What `posix_spawn` is told to do, before anything is added.
  static func emptyActions() -> posix_spawn_file_actions_t? { nil }

  /// How `posix_spawn` is told to do it, before anything is set.
  static func emptyAttributes() -> posix_spawnattr_t? { nil }
}
#endif
