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

/// The process's terminal: standard input and output.
///
/// While the terminal is open, it is restored whenever the process ends in a way that can be caught. This includes
/// signals and Swift's traps, which skip `defer`. SIGINT, SIGTERM, SIGHUP and SIGQUIT arrive as events, so the
/// program can finish its work. After a second such signal, or after two seconds, the process ends immediately. A
/// closed terminal counts as SIGHUP. Any other fatal signal ends the process immediately.
@MainActor
public final class SystemTerminal: TerminalDevice {
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

  /// Creates a terminal, whose settings stay unchanged until a runtime opens it.
  ///
  /// The environment identifies the kind of terminal. With `showsLinesOnly`, every terminal uses line mode.
  public init(environment: [String: String], showsLinesOnly: Bool = false) {
    profile = showsLinesOnly ? .linesOnly : .detected(environment: environment)
    input = STDIN_FILENO
    output = STDOUT_FILENO
  }

  /// Whether standard input and output are both terminals.
  public static var isAvailable: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

  private var window: winsize {
    var window = winsize()
    return ioctl(output, UInt(TIOCGWINSZ), &window) == 0 ? window : winsize()
  }

  package var size: Size { Size(width: Int(window.ws_col), height: Int(window.ws_row)) }

  package var cellPixels: Size? {
    let window = window
    guard window.ws_col > 0, window.ws_row > 0 else { return nil }
    let size = Size(
      width: Int(window.ws_xpixel) / Int(window.ws_col),
      height: Int(window.ws_ypixel) / Int(window.ws_row)
    )
    return size.isEmpty ? nil : size
  }

  // MARK: Opening and closing

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

  /// The maximum time to wait for outstanding replies when closing.
  private static let lastAnswers = Duration.milliseconds(100)

  package func close(discardsInput: Bool) {
    stopReading()
    // During a pause, another program uses the terminal, so the settings must not be changed.
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

  /// Discards outstanding replies, which would otherwise appear at the shell's prompt.
  private func discardAnswers() {
    var decoder = InputDecoder()
    var received: [TerminalInput] = []
    let deadline = ContinuousClock.now + Self.lastAnswers
    while case let left = ContinuousClock.now.duration(to: deadline), left > .zero,
      SystemCall.isReadable(input, milliseconds: Int32(left / .milliseconds(1)) + 1)
    {
      guard let bytes = try? SystemCall.readSome(input), !bytes.isEmpty else { return }
      decoder.feed(bytes, into: &received)
      // The reply to DA1 is always the last one.
      if received.contains(where: { if case .reply(.attributes) = $0 { true } else { false } }) { return }
      received.removeAll()
    }
  }

  package func pause() {
    guard !isPaused else { return }
    isPaused = true
    stopReading()
    makeCooked()
  }

  /// Resumes after a pause, and sets the modes again if another program has changed them.
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

  /// Throws an error for a failed call or, if it failed because the terminal is gone, delivers SIGHUP instead.
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

  /// Returns a source that delivers received signals.
  ///
  /// A handler created on the main actor would be isolated there, and would trap on the source's queue.
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

  /// Stops reading.
  ///
  /// No handler runs after this method returns.
  private func stopReading() {
    notices?.cancel()
    reader?.cancel()
    queue.sync {}
    notices = nil
    reader = nil
  }

  nonisolated private static func readNotices(
    _ pipe: Int32,
    includingStops: Bool,
    deliver: @Sendable (DeviceEvent) -> Void
  ) {
    // The pipe stays open during this call, and reading an empty pipe returns no bytes.
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

  package func write(_ bytes: [UInt8]) throws(TerminalError) {
    let code = terminal_signals_write(bytes, bytes.count)
    if code != 0 { try fail("writing", code) }
  }

  /// Writes the restoration bytes that no signal handler has written yet.
  package func restore() throws(TerminalError) {
    let code = terminal_signals_restore()
    if code != 0 { try fail("writing", code) }
  }

  package func didTake(_ event: DeviceEvent) {
    if case .input(let bytes) = event { reader?.didTake(bytes.count) }
  }

  package func setRestoration(_ bytes: [UInt8]) { terminal_signals_set_restoration(bytes, bytes.count) }

  /// Gives the current thread an alternate signal stack, so the terminal is restored even after a stack overflow.
  ///
  /// The runtime calls this method before every event, because the main actor changes threads on platforms where
  /// Dispatch has no main thread, such as Linux.
  package func willTake() { terminal_signals_cover_thread() }

  package func stop() {
    terminal_signals_stop()
    // This SIGCONT is expected, so ignore notices about stopping.
    if let wakePipe, let deliver { Self.readNotices(wakePipe.reading, includingStops: false, deliver: deliver) }
  }

  /// Ensures that fatal signals and SIGQUIT end the process, even while the process doesn't use the terminal.
  ///
  /// The Swift runtime's backtrace handler returns without ending the process. Without this function, the process
  /// would therefore survive a fatal signal sent by another process.
  public static func endProcessOnFatalSignals() { terminal_signals_cover_process() }

  /// Ends the process with the signal that ended the run, so its parent process sees the actual reason.
  public static func die(of signal: Int32) -> Never {
    terminal_signals_die(signal)
    exit(128 + signal)
  }
}
