import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A process started with posix_spawn.
///
/// Not Foundation's `Process`: on Linux its `run()` now and then reads freed memory when many are started at once, which
/// ends the tests themselves.
///
/// `@unchecked Sendable`: everything that changes is guarded by `lock`.
final class SpawnedProcess: @unchecked Sendable {
  /// Where one of the three standard streams leads.
  enum Stream {
    /// A file that is opened by the new process; an output file is made or emptied.
    case file(String)
    /// A descriptor of this process.
    case descriptor(Int32)

    static let null = Stream.file("/dev/null")
  }

  /// How a process ended.
  struct Ending: Sendable {
    /// What the process returned, or 128 and the signal, as shells say it.
    let exitCode: Int32
    /// The signal that ended it, if one did.
    let signal: Int32?
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let identifier: pid_t

  private let lock = NSLock()
  private var ending: Ending?
  private var waiters: [CheckedContinuation<Ending, Never>] = []

  /// Starts a program; with a session of its own, its terminal is the first one that it opens.
  init(
    executable: String,
    arguments: [String],
    environment: [String: String],
    folder: String? = nil,
    input: Stream = .null,
    output: Stream = .null,
    messages: Stream = .null,
    ownSession: Bool = false
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
    // What this process ignores or blocks is its own business.
    var defaults = sigset_t()
    sigemptyset(&defaults)
    for signal in [SIGPIPE, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGXFSZ] { sigaddset(&defaults, signal) }
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    var blocked = sigset_t()
    sigemptyset(&blocked)
    posix_spawnattr_setsigmask(&attributes, &blocked)
    let flags = Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK) | (ownSession ? Self.newSession : 0)
    posix_spawnattr_setflags(&attributes, Int16(flags))

    // The shell changes the folder: not every C library lets Swift see that file action.
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
    Thread.detachNewThread { [self] in awaitEnd() }
  }

  /// POSIX_SPAWN_SETSID, which the C library declares for its own extensions only.
  private static let newSession: Int32 = 0x80

  var isRunning: Bool { lock.withLock { ending == nil } }

  /// Sends a signal, unless the process has ended: its number may be another's by then.
  func send(signal number: Int32) {
    lock.withLock {
      if ending == nil { _ = kill(identifier, number) }
    }
  }

  /// Waits for the end; a test that is cancelled, as by its time limit, ends the process.
  func wait() async -> Ending {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiter in
        let known = lock.withLock {
          if ending == nil { waiters.append(waiter) }
          return ending
        }
        if let known { waiter.resume(returning: known) }
      }
    } onCancel: {
      send(signal: SIGKILL)
    }
  }

  private func awaitEnd() {
    // First only looked at, so that the number stays this process's until `ending` is set.
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) < 0 && errno == EINTR {}
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
