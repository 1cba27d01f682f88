package import Components
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
/// which run no `defer`. SIGINT, SIGTERM, SIGHUP and SIGQUIT arrive as events, so that the program can end in its own way; a
/// second one, or two seconds without an end, end it at once. A terminal that is closed counts as SIGHUP. Every other signal
/// that ends a process does so at once.
@MainActor
public final class SystemTerminal: TerminalDevice {
  /// What is known of the terminal.
  package let profile: TerminalProfile

  private let input: Int32
  private let output: Int32
  private let queue = DispatchQueue(label: "terminal input")
  private var reader: InputReader?
  private var notices: (any DispatchSourceRead)?
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
  package var size: Size { Size(width: Int(window.ws_col), height: Int(window.ws_row)) }

  /// How large a cell is in pixels, where the system knows.
  package var cellPixels: Size? {
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
  package func open(isRaw: Bool, deliver: @escaping @Sendable (DeviceEvent) -> Void) throws(TerminalError) {
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

  /// The longest wait, at the end, for answers that are on their way.
  private static let lastAnswers = Duration.milliseconds(100)

  /// Ends delivering, and gives the settings back.
  package func close(discardsInput: Bool) {
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
    let deadline = ContinuousClock.now + Self.lastAnswers
    while case let left = ContinuousClock.now.duration(to: deadline), left > .zero,
      SystemCall.isReadable(input, milliseconds: Int32(left / .milliseconds(1)) + 1)
    {
      guard let bytes = try? SystemCall.readSome(input), !bytes.isEmpty else { return }
      decoder.feed(bytes, into: &received)
      // This one is the last, whatever else was asked.
      if received.contains(where: { if case .reply(.attributes) = $0 { true } else { false } }) { return }
      received.removeAll()
    }
  }

  /// Gives the settings back for a while, and reads nothing meanwhile.
  package func pause() {
    guard !isPaused else { return }
    isPaused = true
    stopReading()
    makeCooked()
  }

  /// Ends a pause; also makes the settings right where something else has changed them.
  package func resume() throws(TerminalError) {
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
      if code == EINTR { continue }
      return try fail("changing the terminal's settings", code)
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

  /// Throws, unless the terminal is gone: then the program ends by SIGHUP, whichever of several failures comes first.
  private func fail(_ operation: String, _ code: Int32) throws(TerminalError) {
    guard code == EIO, SystemCall.isHungUp(input), let deliver else { throw .system(operation: operation, code: code) }
    deliver(.signal(SIGHUP))
  }

  // MARK: Reading

  private func startReading() {
    guard let deliver, let wakePipe else { return }
    reader = InputReader(input, on: queue, deliver: deliver)
    notices = Self.readNotices(wakePipe.reading, on: queue, deliver: deliver)
  }

  /// A source that hands on the signals that come.
  ///
  /// Made outside the main actor, since the handler would belong to it otherwise, and must not run anywhere else.
  nonisolated private static func readNotices(
    _ pipe: Int32,
    on queue: DispatchQueue,
    deliver: @escaping @Sendable (DeviceEvent) -> Void
  ) -> any DispatchSourceRead {
    let source = DispatchSource.makeReadSource(fileDescriptor: pipe, queue: queue)
    source.setEventHandler { readNotices(pipe, includingStops: true, deliver: deliver) }
    source.resume()
    return source
  }

  /// Returns when nothing is being read any more.
  private func stopReading() {
    notices?.cancel()
    reader?.cancel()
    queue.sync {}
    notices = nil
    reader = nil
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
  package func write(_ bytes: [UInt8]) throws(TerminalError) {
    let code = terminal_signals_write(bytes, bytes.count)
    if code != 0 { try fail("writing", code) }
  }

  /// Writes the restoration, or what a signal has left of it.
  package func restore() throws(TerminalError) {
    let code = terminal_signals_restore()
    if code != 0 { try fail("writing", code) }
  }

  /// Lets the terminal send more.
  package func didTake(_ event: DeviceEvent) {
    if case .input(let bytes) = event { reader?.didTake(bytes.count) }
  }

  /// What is to be written if the process ends by a signal.
  package func setRestoration(_ bytes: [UInt8]) { terminal_signals_set_restoration(bytes, bytes.count) }

  /// Sees to it that the terminal is given back even when the thread's stack is used up.
  ///
  /// The main actor moves from thread to thread where Dispatch has no main thread, as on Linux.
  package func willTake() { terminal_signals_cover_thread() }

  /// Stops the process as Ctrl-Z does; returns when it goes on.
  package func stop() {
    terminal_signals_stop()
    // That the process goes on is known here.
    if let wakePipe, let deliver { Self.readNotices(wakePipe.reading, includingStops: false, deliver: deliver) }
  }

  /// Makes fatal signals and SIGQUIT end the process, also while it has no terminal.
  ///
  /// The Swift runtime's handler for backtraces returns, and the process goes on where another process sent the signal.
  public static func endProcessOnFatalSignals() { terminal_signals_cover_process() }

  /// Ends the process by a signal, so that its parent sees the true reason; for the end of a program whose run ended by one.
  public static func die(of signal: Int32) -> Never {
    terminal_signals_die(signal)
    exit(128 + signal)
  }
}
