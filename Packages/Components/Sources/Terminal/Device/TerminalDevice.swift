package import Components

/// The interface between the runtime and a terminal: input, output, settings and related signals.
@MainActor
package protocol TerminalDevice: AnyObject {
  /// The features known before any query.
  var profile: TerminalProfile { get }

  /// The current size, in cells, or zero if it is unknown.
  var size: Size { get }

  /// The size of a cell, in pixels, or `nil` if it is unknown.
  var cellPixels: Size? { get }

  /// Takes over the terminal and starts delivering events, on any thread; changes nothing if it throws.
  ///
  /// In raw mode, every key is delivered immediately. Otherwise, the system's line editing stays on.
  func open(isRaw: Bool, deliver: @escaping @Sendable (DeviceEvent) -> Void) throws(TerminalError)

  /// Stops delivering events, and restores the settings. The caller must already have restored the modes.
  ///
  /// `discardsInput` also discards unread input, such as late replies.
  func close(discardsInput: Bool)

  /// Restores the settings temporarily, and stops reading.
  func pause()

  func resume() throws(TerminalError)

  /// Writes all bytes, waiting while the terminal is busy.
  func write(_ bytes: [UInt8]) throws(TerminalError)

  /// Stores the bytes that undo the current modes, for ``restore()`` and for fatal signals.
  func setRestoration(_ bytes: [UInt8])

  /// Writes the bytes stored by ``setRestoration(_:)``, unless they were already written.
  func restore() throws(TerminalError)

  /// Prepares the current thread, which can differ from the previous one, for handling an event and drawing.
  func willTake()

  /// Reports that an event was handled and any due frame was drawn, so the device can deliver more input.
  func didTake(_ event: DeviceEvent)

  /// Called after each frame is drawn, for devices that record frames.
  func didShow(_ frame: RenderedFrame)

  /// Stops the process as Ctrl-Z does, and returns when the process continues.
  func stop()
}

extension TerminalDevice {
  package func willTake() {}

  package func didTake(_ event: DeviceEvent) {}

  package func didShow(_ frame: RenderedFrame) {}
}

/// An event from a terminal device.
public enum DeviceEvent: Hashable, Sendable {
  case input([UInt8])
  /// A possible change in the terminal size.
  case resized
  /// A terminating signal, such as SIGHUP, which also means that the terminal was closed.
  case signal(Int32)
  /// A request to stop the process, such as `kill -TSTP`.
  case stopRequested
  /// An indication that the process has continued after a stop that it couldn't detect.
  case continued
  case ended
  case failed(TerminalError)
}

/// The reason why a terminal can't be used, with a description for users.
public enum TerminalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Input or output is not a terminal.
  case notATerminal
  /// Another runtime in this process uses the terminal.
  case alreadyInUse
  /// A system call failed with `code` as its `errno`.
  case system(operation: String, code: Int32)

  /// The problem, with advice if there is any.
  public var description: String {
    switch self {
    case .notATerminal:
      "This needs a terminal for both input and output; one of them is a file or a pipe."
    case .alreadyInUse:
      "Another part of this program is using the terminal. End that part first."
    case .system(let operation, let code):
      "Couldn't use the terminal: \(operation) failed (\(SystemCall.message(of: code)))."
    }
  }
}
