#if os(Linux)
#if canImport(Musl)
import Musl
#else
import Glibc
#endif

extension Pager {
  /// What `posix_spawn` is told to do, before anything is added.
  static func emptyActions() -> posix_spawn_file_actions_t { posix_spawn_file_actions_t() }

  /// How `posix_spawn` is told to do it, before anything is set.
  static func emptyAttributes() -> posix_spawnattr_t { posix_spawnattr_t() }
}
#endif
