import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// How long a command takes as a process, from before its start until its end is known; its output is dropped.
///
/// Started with posix_spawn and awaited with waitpid: Foundation's Process learns of an end only some milliseconds later.
struct ProcessMeasurement {
  /// A program that could not be run, or failed.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  let path: String
  let arguments: [String]

  func run() throws -> Duration {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    let texts = ([path] + arguments).map { strdup($0) } + [nil]
    let environment = ProcessInfo.processInfo.environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { for text in texts + environment { free(text) } }

    let clock = ContinuousClock()
    let start = clock.now
    var process: pid_t = 0
    let error = posix_spawn(&process, path, &actions, nil, texts, environment)
    guard error == 0 else {
      throw Failure(description: "\(path) can't be started: \(String(cString: strerror(error)))")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    let duration = clock.now - start
    guard status == 0 else {
      throw Failure(description: "\(path) \(arguments.joined(separator: " ")) failed with status \(status)")
    }
    return duration
  }
}
