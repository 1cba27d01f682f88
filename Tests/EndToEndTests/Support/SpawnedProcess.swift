import BasicsTesting
import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A process started with `posix_spawn`.
///
/// Foundation's `Process` isn't used because its `run()` on Linux occasionally reads freed memory when many processes
/// start at once, which crashes the tests.
///
/// `@unchecked Sendable`: all mutable state is guarded by `lock`.
final class SpawnedProcess: @unchecked Sendable {
  enum Stream {
    /// A file that the new process opens. An output file is created or truncated.
    case file(String)
    /// A descriptor of this process.
    case descriptor(Int32)

    static let null = Stream.file("/dev/null")
  }

  struct Ending: Sendable {
    /// The exit code, or 128 plus the signal number, as in shells.
    let exitCode: Int32
    let signal: Int32?
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The time after which a process that hangs is killed, in seconds; no test needs nearly as much.
  private static let limit = LongTests.rounds(byDay: 300, byNight: 10_800) + (InteractiveSoakTests.seconds ?? 0)

  let identifier: pid_t

  private let lock = NSLock()
  private var ending: Ending?
  private var waiters: [CheckedContinuation<Ending, Never>] = []

  /// Starts a program; if it has its own session, the first terminal that it opens becomes its controlling terminal.
  ///
  /// `atEnd` runs after the process has ended, and before ``wait()`` returns.
  init(
    executable: String,
    arguments: [String],
    environment: [String: String],
    folder: String? = nil,
    input: Stream = .null,
    output: Stream = .null,
    messages: Stream = .null,
    ownSession: Bool = false,
    atEnd: @escaping @Sendable () -> Void = {}
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in [input, output, messages].enumerated() {
      let target = Int32(number)
      switch stream {
      case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, target)
      case .file(let path):
        let flags = number == 0 ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND
        posix_spawn_file_actions_addopen(&actions, target, path, flags, 0o600)
      }
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The new process must not inherit ignored or blocked signals.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | (ownSession ? Self.newSession : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    // A shell changes the directory, because not every C library exports that file action to Swift.
    let command = folder.map { ["/bin/sh", "-c", #"cd "$0" && exec "$@""#, $0, executable] } ?? [executable]
    let words = (command + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var process: pid_t = 0
    let error = posix_spawn(&process, command[0], &actions, &attributes, words, variables)
    guard error == 0 else {
      throw Failure(description: "\(executable) can't be started: \(String(cString: strerror(error)))")
    }
    identifier = process
    Thread.detachNewThread { [self] in awaitEnd(atEnd) }
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.limit)) { [weak self] in
      self?.send(signal: SIGKILL)
    }
  }

  /// The value of `POSIX_SPAWN_SETSID`, which the C library declares only as an extension.
  private static let newSession: Int32 = 0x80

  var isRunning: Bool { lock.withLock { ending == nil } }

  /// Sends a signal unless the process has ended, because the ID of an ended process may have been reused.
  func send(signal number: Int32) {
    lock.withLock {
      if ending == nil { _ = kill(identifier, number) }
    }
  }

  func wait() async -> Ending {
    await withCheckedContinuation { waiter in
      let known = lock.withLock {
        if ending == nil { waiters.append(waiter) }
        return ending
      }
      if let known { waiter.resume(returning: known) }
    }
  }

  private func awaitEnd(_ atEnd: () -> Void) {
    // `WNOWAIT` keeps the process ID reserved until `ending` is set.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
    atEnd()
    let (ending, waiters) = lock.withLock {
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
      let signal = status & 0x7f
      let ending =
        signal == 0
        ? Ending(exitCode: (status >> 8) & 0xff, signal: nil) : Ending(exitCode: 128 + signal, signal: signal)
      self.ending = ending
      defer { self.waiters = [] }
      return (ending, self.waiters)
    }
    for waiter in waiters { waiter.resume(returning: ending) }
  }
}
