import Foundation

/// The file descriptors, threads and memory required by every command that starts tasks.
///
/// They are checked early, because a later shortage can't be reported. Dispatch crashes without descriptors, and waits
/// forever for a thread.
enum SystemRoom {
  static let failureKind = "system_limit"
  static let descriptorHint = "Raise the limit, for example with 'ulimit -n 256', or close some programs."

  /// The number of descriptors for event loops, connections and the data directory's files.
  private static let descriptorCount = 24
  /// The number of threads for the transport, a server and signals; Dispatch needs one more per processor.
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
        throw failure("too many open files (\(descriptorCount) more file descriptors are needed)", hint: descriptorHint)
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

/// The descriptors 0 to 2, which the parent process may have closed (`fetch-counter status >&-`).
enum StandardDescriptors {
  /// Opens `/dev/null` for each missing descriptor, which keeps other files from getting its number.
  ///
  /// Call this before anything else opens a file. The modes are reversed on purpose: reading from the input and writing
  /// to the outputs fail with `EBADF`, as with a closed descriptor.
  static func reserve() {
    for number: Int32 in 0...2 where fcntl(number, F_GETFD) < 0 {
      // The system returns the lowest free number. Without `/dev/null`, the root directory refuses both reading and
      // writing.
      if open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY) < 0 { _ = open("/", O_RDONLY) }
    }
  }
}
