#if os(Linux)
extension TerminalSession {
  /// POSIX_SPAWN_SETSID, which the C libraries declare for their own extensions only.
  static let newSession: Int16 = 0x80
}
#endif
