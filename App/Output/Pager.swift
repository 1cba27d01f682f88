import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Another program that shows long text page by page, such as `less`.
struct Pager: Sendable {
  /// What came of showing a text.
  enum Ending: Equatable, Sendable {
    /// The pager ended; whether the text was read to its end is the reader's affair.
    case shown
    /// There is no such program, or it can't be started.
    case notStarted
    /// A signal ended the pager, or was sent to this program meanwhile.
    case signalled(Int32)
  }

  /// The statuses of a shell that finds no command or can't run it (POSIX, Shell Command Language, 2.8.2).
  private static let statusesWithoutCommand: Set<Int32> = [126, 127]

  private let command: String
  private let environment: [String: String]

  /// A pager by its command line, which is the shell's to read, as `less -R`.
  ///
  /// `less` leaves short text and colours alone, and the text on the screen at its end, unless `LESS` says otherwise; `lv`
  /// likewise. (The same as git does, and for the same programs.)
  init(command: String, environment: [String: String]) {
    // Nothing but words: the shell has nothing to do afterwards, and what is sent to it is meant for the pager.
    let isPlain = !command.contains { "|&;<>()$`\\\"'*?[]#~=%!{}\n".contains($0) }
    self.command = isPlain ? "exec " + command : command
    let usual = ["LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c"]
    self.environment = usual.merging(environment) { _, given in given }
  }

  /// Shows a text on the terminal that a descriptor leads to, and waits until the reader has enough of it.
  ///
  /// The keys that interrupt are the pager's meanwhile; a request to end is passed on to it.
  func show(_ text: String, on terminal: Int32) -> Ending {
    var settings = termios()
    let hasSettings = tcgetattr(terminal, &settings) == 0
    let signals = PagerSignals()
    defer { signals.restore() }
    guard let (process, input) = start() else { return .notStarted }
    signals.passOn(to: process)
    // A reader who has seen enough closes the pager, which is no failure.
    try? StandardStream.write(text, to: input)
    close(input)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    signals.passOn(to: nil)
    let signal = signals.received ?? (status & 0x7F == 0 ? nil : status & 0x7F)
    guard let signal else {
      return Self.statusesWithoutCommand.contains(status >> 8 & 0xFF) ? .notStarted : .shown
    }
    // It had no time to put the terminal in order.
    if hasSettings { tcsetattr(terminal, TCSADRAIN, &settings) }
    return .signalled(signal)
  }

  /// Starts the command with a pipe as its input.
  private func start() -> (process: pid_t, input: Int32)? {
    var descriptors: [Int32] = [-1, -1]
    guard pipe(&descriptors) == 0 else { return nil }
    let (reader, writer) = (descriptors[0], descriptors[1])
    for descriptor in descriptors { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    defer { close(reader) }

    var actions = Self.emptyActions()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, reader, STDIN_FILENO)
    var attributes = Self.emptyAttributes()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // What this program ignores for the time being, and what its threads block, is not the pager's to inherit.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for number in PagerSignals.all { sigaddset(&defaults, number) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK))

    let words = ["/bin/sh", "-c", command].map { (word: String) in strdup(word) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    guard posix_spawn(&process, "/bin/sh", &actions, &attributes, words, variables) == 0 else {
      close(writer)
      return nil
    }
    return (process, writer)
  }
}

/// What happens to signals while a pager has the terminal.
///
/// Keys that interrupt go to every process on the terminal; the pager decides what becomes of them (POSIX, `system()`). A
/// request to end goes to this program alone, which passes it on, so that no pager is left behind without its text.
private final class PagerSignals {
  static let all = ignored + passedOn
  private static let ignored = [SIGPIPE, SIGINT, SIGQUIT]
  private static let passedOn = [SIGTERM, SIGHUP]

  private typealias Handler = @convention(c) (Int32) -> Void

  /// What was done with each signal before.
  private var before: [(number: Int32, handler: Handler?)] = []

  init() {
    for number in Self.ignored { before.append((number, signal(number, SIG_IGN))) }
    receivedSignal = 0
    for number in Self.passedOn {
      // The handler does only what is allowed in one (POSIX, async-signal-safe functions).
      let handler = signal(number) { number in
        let error = errno
        receivedSignal = number
        if pagerProcess > 0 { kill(pagerProcess, number) }
        errno = error
      }
      before.append((number, handler))
    }
  }

  /// The signal that was passed on.
  var received: Int32? { receivedSignal == 0 ? nil : receivedSignal }

  /// Names the pager, or nobody.
  func passOn(to process: pid_t?) {
    pagerProcess = process ?? 0
    // What came before there was a pager is not lost.
    if let process, let received { kill(process, received) }
  }

  /// Makes everything as it was.
  func restore() {
    for (number, handler) in before { signal(number, handler) }
  }
}

/// What the handler reads and writes.
///
/// `nonisolated(unsafe)`: words that are written at once, and a program has one pager at a time.
nonisolated(unsafe) private var pagerProcess: pid_t = 0
nonisolated(unsafe) private var receivedSignal: Int32 = 0
