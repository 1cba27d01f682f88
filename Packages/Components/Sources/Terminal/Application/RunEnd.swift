/// Why a run has ended.
public enum RunEnd: Hashable, Sendable {
  /// The program asked for it.
  case quit
  /// There is no more input, such as after Ctrl-D where there are only lines.
  case inputEnded
  /// A signal ended the process; SIGHUP also stands for a closed terminal.
  ///
  /// The terminal is given back. When the program has done what it had to, it ends with ``exitStatus``, or by the same
  /// signal with ``SystemTerminal/die(of:)``, so that its parent sees the true reason.
  case signal(Int32)

  /// The status that shells give such an end: 0, or 128 and the signal's number (POSIX, "Exit Status for Commands").
  public var exitStatus: Int32 {
    switch self {
    case .quit, .inputEnded: 0
    case .signal(let number): 128 + number
    }
  }
}
