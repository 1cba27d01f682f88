#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The files, threads and memory that a command with tasks needs, whatever it does.
///
/// A later refusal by the system can't be reported: Dispatch crashes without descriptors, and waits forever for a thread.
enum SystemRoom {
  /// The stable word for scripts.
  static let failureKind = "system_limit"
  /// The fix where too many files are open.
  static let descriptorHint = "Raise the limit, for example with 'ulimit -n 256', or close some programs."

  /// The descriptors for event loops, a service inside the program, its connections and the files of the data folder.
  private static let descriptorCount = 24
  /// The threads beside Dispatch's own, of which there is one for each processor: the transport, a service inside the program with its
  /// connections, and the wait for signals.
  static let threadCount = 8

  /// Checks the system's limits before the first thread starts.
  static func check() throws(CommandFailure) {
    try checkDescriptors()
    try checkMemory()
    try checkThreads()
  }

  private static func checkDescriptors() throws(CommandFailure) {
    var taken: [Int32] = []
    defer { for descriptor in taken { close(descriptor) } }
    for _ in 0..<descriptorCount {
      let descriptor = dup(STDIN_FILENO)
      guard descriptor >= 0 else {
        throw failure("too many open files (\(descriptorCount) more are needed)", hint: descriptorHint)
      }
      taken.append(descriptor)
    }
  }

  static func failure(_ reason: String, hint: String) -> CommandFailure {
    CommandFailure(
      exitCode: .failure,
      kind: failureKind,
      message: "Couldn't start the command: \(reason).",
      hint: hint
    )
  }
}
