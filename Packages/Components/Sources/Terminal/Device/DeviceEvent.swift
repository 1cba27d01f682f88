/// What a terminal's device tells the runtime.
public enum DeviceEvent: Hashable, Sendable {
  /// Bytes came in.
  case input([UInt8])
  /// The size may have changed.
  case resized
  /// A signal that ends the process; SIGHUP also stands for a closed terminal.
  case signal(Int32)
  /// The process was told to stop, as by `kill -TSTP`.
  case stopRequested
  /// The process goes on after it was stopped in a way that it could not see.
  case continued
  /// There will be no more input.
  case ended
  /// Reading failed.
  case failed(TerminalError)
}
