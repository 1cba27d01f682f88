package import Components

/// The interface between the runtime and a terminal: input, output, settings and related signals.
@MainActor
package protocol TerminalDevice: AnyObject {
  /// The features known before any query.
  var profile: TerminalProfile { get }

  /// The current size, in cells; zero if unknown.
  var size: Size { get }

  /// The size of a cell, in pixels; `nil` if unknown.
  var cellPixels: Size? { get }

  /// Takes over the terminal, and starts delivering events.
  ///
  /// - Parameters:
  ///   - isRaw: Whether every key is delivered immediately. Otherwise the system's line editing stays on.
  ///   - deliver: Receives the events. Called from any thread.
  /// - Throws: ``TerminalError`` if the terminal is unavailable. Nothing is changed in that case.
  func open(isRaw: Bool, deliver: @escaping @Sendable (DeviceEvent) -> Void) throws(TerminalError)

  /// Stops delivering events, and restores the settings.
  ///
  /// The caller has already restored the modes.
  ///
  /// - Parameter discardsInput: Whether to discard unread input, such as late replies.
  func close(discardsInput: Bool)

  /// Restores the settings temporarily, and stops reading.
  func pause()

  func resume() throws(TerminalError)

  /// Writes all bytes, waiting while the terminal is busy.
  func write(_ bytes: [UInt8]) throws(TerminalError)

  /// Stores the bytes that undo the current modes, for ``restore()`` and for fatal signals.
  func setRestoration(_ bytes: [UInt8])

  /// Writes the bytes stored by ``setRestoration(_:)``, once.
  func restore() throws(TerminalError)

  /// Prepares the current thread, which may be a new one, for handling an event and drawing.
  func willTake()

  /// Reports that an event was handled and any due frame drawn; the device may deliver more input.
  func didTake(_ event: DeviceEvent)

  /// Receives every drawn frame, for devices that record them.
  func didShow(_ frame: RenderedFrame)

  /// Stops the process like Ctrl-Z, and returns when it continues.
  func stop()
}

extension TerminalDevice {
  package func willTake() {}

  package func didTake(_ event: DeviceEvent) {}

  package func didShow(_ frame: RenderedFrame) {}
}

/// An event from a terminal's device.
public enum DeviceEvent: Hashable, Sendable {
  /// Input bytes.
  case input([UInt8])
  /// A possible change of the size.
  case resized
  /// A signal that ends the process; SIGHUP also means a closed terminal.
  case signal(Int32)
  /// A request to stop the process, such as `kill -TSTP`.
  case stopRequested
  /// The process continues after a stop that it couldn't see.
  case continued
  /// The end of input.
  case ended
  /// A read error.
  case failed(TerminalError)
}

/// The reason why a terminal can't be used, described for users.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is not a terminal.
  case notATerminal
  /// Another runtime in this process uses the terminal.
  case alreadyInUse
  /// A system call failed; `code` is its `errno`.
  case system(operation: String, code: Int32)

  /// The problem, with advice where there is any.
  public var description: String {
    switch self {
    case .notATerminal:
      "This needs a terminal for both input and output; one of them is a file or a pipe."
    case .alreadyInUse:
      "Another part of this program is using the terminal. End it first."
    case .system(let operation, let code):
      "Couldn't use the terminal: \(operation) failed (\(SystemCall.message(of: code)))."
    }
  }
}
