public import Components
import Dispatch
import TerminalSignals

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The terminal that the process was started on: standard input and output.
///
/// While it is open, every end of the process that can be caught gives the terminal back: signals, and the traps of Swift,
/// which run no `defer`. Signals that end a process in an orderly way arrive as events, so that the program can end in its
/// own way; a second one, or two seconds without an end, end it at once.
@MainActor
public final class SystemTerminal: TerminalDevice {
  /// What is known of the terminal.
  public let profile: TerminalProfile

  private let input: Int32
  private let output: Int32
  private let queue = DispatchQueue(label: "terminal input")
  private var sources: [any DispatchSourceRead] = []
  private var wakePipe: (reading: Int32, writing: Int32)?
  private var deliver: (@Sendable (DeviceEvent) -> Void)?
  private var isRaw = false
  private var isPaused = false

  /// Creates a terminal; nothing is changed before ``open(isRaw:deliver:)``.
  ///
  /// - Parameter environment: The process's environment, which says what kind of terminal it is.
  public init(environment: [String: String]) {
    profile = .detected(environment: environment)
    input = STDIN_FILENO
    output = STDOUT_FILENO
  }

  /// Whether both input and output are a terminal.
  public static var isAvailable: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  private var window: winsize {
    var window = winsize()
    return ioctl(output, UInt(TIOCGWINSZ), &window) == 0 ? window : winsize()
  }

  /// How many cells the terminal has now; zero where it does not know.
  public var size: Size { Size(width: Int(window.ws_col), height: Int(window.ws_row)) }

  /// How large a cell is in pixels, where the system knows.
  public var cellPixels: Size? {
    let window = window
    guard window.ws_col > 0, window.ws_row > 0 else { return nil }
    let size = Size(
      width: Int(window.ws_xpixel) / Int(window.ws_col),
      height: Int(window.ws_ypixel) / Int(window.ws_row)
    )
    return size.isEmpty ? nil : size
  }

  // MARK: Taking and giving back

  /// Takes the terminal, and starts to deliver what happens.
  public func open(isRaw: Bool, deliver: @escaping @Sendable (DeviceEvent) -> Void) throws(TerminalError) {
    guard isatty(input) == 1, isatty(output) == 1 else { throw .notATerminal }
    var ends: (Int32, Int32) = (-1, -1)
    let made = withUnsafeMutableBytes(of: &ends) { pipe($0.assumingMemoryBound(to: Int32.self).baseAddress) }
    guard made == 0 else { throw .system(operation: "making a pipe", code: errno) }
    for descriptor in [ends.0, ends.1] {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    let code = terminal_signals_install(input, output, ends.1)
    guard code == 0 else {
      closePipe(ends.0, ends.1)
      throw code == EBUSY ? .alreadyInUse : .system(operation: "reading the terminal's settings", code: code)
    }
    wakePipe = (ends.0, ends.1)
    self.isRaw = isRaw
    self.deliver = deliver
    do throws(TerminalError) {
      try makeRaw()
    } catch {
      close(discardsInput: false)
      throw error
    }
    startReading()
  }

  /// How long answers that are on their way are waited for at the end, in milliseconds.
  private static let lastAnswers: Int32 = 100

  /// Ends delivering, and gives the settings back.
  public func close(discardsInput: Bool) {
    stopReading()
    // While another program has the terminal, its settings are that program's.
    if !isPaused {
      if discardsInput && isRaw { discardAnswers() }
      makeCooked()
    }
    isPaused = false
    deliver = nil
    terminal_signals_remove()
    if let wakePipe { closePipe(wakePipe.reading, wakePipe.writing) }
    wakePipe = nil
  }

  /// Answers that came after the settings are given back would stand on the command line.
  private func discardAnswers() {
    var decoder = InputDecoder()
    var received: [TerminalInput] = []
    while SystemCall.isReadable(input, milliseconds: Self.lastAnswers) {
      guard let bytes = try? SystemCall.readSome(input), !bytes.isEmpty else { return }
      decoder.feed(bytes, into: &received)
      // This one is the last, whatever else was asked.
      if received.contains(where: { if case .reply(.attributes) = $0 { true } else { false } }) { return }
      received.removeAll()
    }
  }

  /// Gives the settings back for a while, and reads nothing meanwhile.
  public func pause() {
    guard !isPaused else { return }
    isPaused = true
    stopReading()
    makeCooked()
    terminal_signals_set_outside(true)
  }

  /// Ends a pause; also makes the settings right where something else has changed them.
  public func resume() throws(TerminalError) {
    terminal_signals_set_outside(false)
    try makeRaw()
    guard isPaused else { return }
    isPaused = false
    startReading()
  }

  private func makeRaw() throws(TerminalError) {
    guard isRaw else { return }
    var settings = terminal_signals_saved_settings().pointee
    cfmakeraw(&settings)
    terminal_signals_set_raw(true)
    while tcsetattr(input, TCSANOW, &settings) != 0 {
      let code = errno
      guard code == EINTR else { throw .system(operation: "changing the terminal's settings", code: code) }
    }
  }

  private func makeCooked() {
    guard isRaw else { return }
    var settings = terminal_signals_saved_settings().pointee
    while tcsetattr(input, TCSANOW, &settings) != 0 && errno == EINTR {}
    terminal_signals_set_raw(false)
  }

  private func closePipe(_ ends: Int32...) {
    for descriptor in ends { SystemCall.closeDescriptor(descriptor) }
  }

  // MARK: Reading

  private func startReading() {
    guard let deliver, let wakePipe else { return }
    let input = input
    sources = [
      Self.source(of: input, on: queue) { Self.readBytes(input, deliver: deliver) },
      Self.source(of: wakePipe.reading, on: queue) {
        Self.readNotices(wakePipe.reading, includingStops: true, deliver: deliver)
        return true
      },
    ]
  }

  /// A source that reads on a queue whenever there is something, until that says that there will be nothing more.
  ///
  /// Made outside the main actor, since the handler would belong to it otherwise, and must not run anywhere else.
  nonisolated private static func source(
    of descriptor: Int32,
    on queue: DispatchQueue,
    read: @escaping @Sendable () -> Bool
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    // Dispatch's objects may be used from any thread, which their types do not say on every platform.
    nonisolated(unsafe) let handled = source
    source.setEventHandler { if !read() { handled.cancel() } }
    source.resume()
    return source
  }

  /// Returns when nothing is being read any more.
  private func stopReading() {
    for source in sources { source.cancel() }
    queue.sync {}
    sources = []
  }

  /// Reads what there is, and hands it on.
  ///
  /// - Returns: Whether there may be more.
  nonisolated private static func readBytes(
    _ descriptor: Int32,
    deliver: @Sendable (DeviceEvent) -> Void
  ) -> Bool {
    do throws(TerminalError) {
      guard let bytes = try SystemCall.readSome(descriptor) else { return true }
      deliver(bytes.isEmpty ? .ended : .input(bytes))
      return !bytes.isEmpty
    } catch {
      // A terminal that was hung up answers with EIO (POSIX, General Terminal Interface).
      if case .system(_, EIO) = error { deliver(.ended) } else { deliver(.failed(error)) }
      return false
    }
  }

  /// Hands on the signals that came.
  nonisolated private static func readNotices(
    _ pipe: Int32,
    includingStops: Bool,
    deliver: @Sendable (DeviceEvent) -> Void
  ) {
    // The pipe's end cannot be closed while this runs, and an empty one gives nothing.
    guard let bytes = try? SystemCall.readSome(pipe) else { return }
    for byte in bytes {
      switch Int32(byte) {
      case SIGWINCH: deliver(.resized)
      case SIGTSTP: if includingStops { deliver(.stopRequested) }
      case SIGCONT: if includingStops { deliver(.continued) }
      case let signal: deliver(.signal(signal))
      }
    }
  }

  // MARK: Writing and ending

  /// Writes everything, waiting for the terminal where it is slow.
  public func write(_ bytes: [UInt8]) throws(TerminalError) { try SystemCall.writeAll(bytes, to: output) }

  /// What is to be written if the process ends by a signal.
  public func setRestoration(_ bytes: [UInt8]) { terminal_signals_set_restoration(bytes, bytes.count) }

  /// Sees to it that the terminal is given back even when the thread's stack is used up.
  ///
  /// The main actor moves from thread to thread where Dispatch has no main thread, as on Linux.
  public func willTake() { terminal_signals_cover_thread() }

  /// Stops the process as Ctrl-Z does; returns when it goes on.
  public func stop() {
    terminal_signals_set_outside(false)
    terminal_signals_stop()
    // That the process goes on is known here.
    if let wakePipe, let deliver { Self.readNotices(wakePipe.reading, includingStops: false, deliver: deliver) }
  }

  /// Ends the process by a signal, so that its parent sees the true reason; for the end of a program whose run ended by one.
  public static func die(of signal: Int32) -> Never {
    terminal_signals_die(signal)
    exit(128 + signal)
  }
}
