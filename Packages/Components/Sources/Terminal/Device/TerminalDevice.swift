public import Components

/// What stands between the runtime and a terminal: bytes in, bytes out, settings, and the signals that concern it.
@MainActor
public protocol TerminalDevice: AnyObject {
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
  public func willTake() {}

  /// Keeps no record.
  public func didTake(_ event: DeviceEvent) {}

  /// Keeps no record.
  public func didShow(_ frame: RenderedFrame) {}
}
