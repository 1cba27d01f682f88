import Foundation

/// A program that shows long text page by page, such as `less`.
struct Pager: Sendable {
  enum Ending: Equatable, Sendable {
    /// The pager ended. It may not have read all the text.
    case shown
    /// The program doesn't exist or can't be started.
    case notStarted
    /// A signal ended the pager, or was sent to this program while the pager was running.
    case signalled(Int32)
  }

  /// A shell's exit statuses for a command that is missing or can't be run (POSIX, Shell Command Language, 2.8.2).
  private static let statusesWithoutCommand: Set<Int32> = [126, 127]

  private let command: String
  private let environment: [String: String]

  /// Creates a pager from a shell command; `less` and `lv` keep colors unless `LESS` or `LV` is set, as in git.
  init(command: String, environment: [String: String]) {
    // A plain command replaces the shell, which lets signals reach the pager.
    let isPlain = !command.contains { "|&;<>()$`\\\"'*?[]#~=%!{}\n".contains($0) }
    self.command = isPlain ? "exec " + command : command
    let usual = ["LESS": "FRX", "LESSCHARSET": "utf-8", "LV": "-c"]
    self.environment = usual.merging(environment) { _, given in given }
  }

  /// Shows text and waits until the pager ends; until then, the pager handles the keys that send interrupts.
  func show(_ text: String, on terminal: Int32) -> Ending {
    var settings = termios()
    let hasSettings = tcgetattr(terminal, &settings) == 0
    let signals = PagerSignals()
    defer { signals.restore() }
    guard let (process, input) = start() else { return .notStarted }
    signals.passOn(to: process)
    // The user may close the pager early.
    try? StandardStream.write(text, to: input)
    close(input)
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    signals.passOn(to: nil)
    let signal = signals.received ?? (status & 0x7F == 0 ? nil : status & 0x7F)
    guard let signal else {
      return Self.statusesWithoutCommand.contains(status >> 8 & 0xFF) ? .notStarted : .shown
    }
    // The pager had no time to restore the terminal.
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
    // The pager must not inherit ignored and blocked signals.
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

/// The signal handlers that are active while a pager uses the terminal.
///
/// Keys that send interrupts affect every process on the terminal, and the pager handles them (POSIX, `system()`). A
/// termination request reaches only this program, which forwards it to the pager.
private final class PagerSignals {
  static let all = ignored + passedOn
  private static let ignored = [SIGPIPE, SIGINT, SIGQUIT]
  private static let passedOn = [SIGTERM, SIGHUP]

  private typealias Handler = @convention(c) (Int32) -> Void

  private var before: [(number: Int32, handler: Handler?)] = []

  init() {
    for number in Self.ignored { before.append((number, signal(number, SIG_IGN))) }
    receivedSignal = 0
    for number in Self.passedOn {
      // The handler calls only async-signal-safe functions (POSIX).
      let handler = signal(number) { number in
        let error = errno
        receivedSignal = number
        if pagerProcess > 0 { kill(pagerProcess, number) }
        errno = error
      }
      before.append((number, handler))
    }
  }

  var received: Int32? { receivedSignal == 0 ? nil : receivedSignal }

  func passOn(to process: pid_t?) {
    pagerProcess = process ?? 0
    // A signal may have arrived before the pager started.
    if let process, let received { kill(process, received) }
  }

  func restore() {
    for (number, handler) in before { signal(number, handler) }
  }
}

/// The variables that the handler uses.
///
/// `nonisolated(unsafe)`: each variable is a single machine word, and only one pager at a time uses them.
nonisolated(unsafe) private var pagerProcess: pid_t = 0
nonisolated(unsafe) private var receivedSignal: Int32 = 0
