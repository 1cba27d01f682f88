package import Components

/// What stands between the runtime and a terminal: bytes in, bytes out, settings, and the signals that concern it.
@MainActor
package protocol TerminalDevice: AnyObject {
  /// What is known of the terminal.
  var profile: TerminalProfile { get }

  /// How many cells it has now; zero where it does not know.
  var size: Size { get }

  /// How large a cell is in pixels, where the system knows.
  var cellPixels: Size? { get }

  /// Takes the terminal, and starts to deliver what happens.
  ///
  /// - Parameters:
  ///   - isRaw: whether every key comes as it is pressed; otherwise the system's line editing stays on.
  ///   - deliver: called from any thread.
  /// - Throws: ``TerminalError`` where it cannot be had; nothing is changed then.
  func open(isRaw: Bool, deliver: @escaping @Sendable (DeviceEvent) -> Void) throws(TerminalError)

  /// Ends delivering, and gives the settings back; the modes have been given back before.
  ///
  /// - Parameter discardsInput: whether what was received and not read is thrown away, such as answers that came late.
  func close(discardsInput: Bool)

  /// Gives the settings back for a while, and reads nothing meanwhile.
  func pause()

  /// Ends a pause.
  func resume() throws(TerminalError)

  /// Writes everything, waiting for the terminal where it is slow.
  func write(_ bytes: [UInt8]) throws(TerminalError)

  /// Keeps the bytes that undo what was written, for ``restore()`` or the end of the process by a signal.
  func setRestoration(_ bytes: [UInt8])

  /// Writes the bytes of ``setRestoration(_:)``, once.
  func restore() throws(TerminalError)

  /// Something is about to be taken or drawn, on a thread that may be another one than before.
  func willTake()

  /// Reports that an event was taken, and drawn if it was time for that; more may be delivered.
  func didTake(_ event: DeviceEvent)

  /// A frame has been drawn; for devices that keep a record.
  func didShow(_ frame: RenderedFrame)

  /// Stops the process as Ctrl-Z does; returns when it goes on.
  func stop()
}

extension TerminalDevice {
  /// Does nothing.
  package func willTake() {}

  /// Keeps no record.
  package func didTake(_ event: DeviceEvent) {}

  /// Keeps no record.
  package func didShow(_ frame: RenderedFrame) {}
}

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

/// Why a terminal cannot be used, in words for people.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is not a terminal.
  case notATerminal
  /// Another runtime of this process has the terminal.
  case alreadyInUse
  /// The system refused something; the number is that of `errno`.
  case system(operation: String, code: Int32)

  /// What happened, and what to do about it.
  public var description: String {
    switch self {
    case .notATerminal:
      "This needs a terminal for both input and output; one of them is a file or a pipe."
    case .alreadyInUse:
      "The terminal is in use by another part of this program, which has to end first."
    case .system(let operation, let code):
      "The terminal could not be used: \(operation) failed (\(SystemCall.message(of: code)))."
    }
  }
}
