#if canImport(Darwin)
import Darwin

extension TerminalSession {
  static let newSession = Int16(POSIX_SPAWN_SETSID)
}
#endif
