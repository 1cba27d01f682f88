import Basics
import Foundation

/// A file specified by the user: a regular file, or a pipe such as `<(command)`.
struct InputFile {
  /// The reason why a file can't be read, as the end of a sentence.
  struct Failure: LocalizedError {
    let reason: String
    /// The system's error number; 0 if the system didn't report an error.
    var errorNumber: Int32 = 0
    /// Whether there is no file at the path, which only opening it can tell.
    var isMissing = false

    var errorDescription: String? { reason }

    var recoverySuggestion: String? {
      let isWrongPath = [0, ENOENT, ENOTDIR, EISDIR, ENXIO, ENAMETOOLONG].contains(errorNumber)
      let suggestion = isWrongPath ? nil : SystemErrorCode(rawValue: errorNumber).recoverySuggestion
      return suggestion ?? "Check the path."
    }

    init(_ reason: String) { self.reason = reason }

    init(errorNumber: Int32) {
      self.errorNumber = errorNumber
      switch errorNumber {
      case EISDIR: reason = "it is a folder"
      case ENXIO: reason = "it is a socket"
      case ENOENT: reason = "there is no such file"
      default: reason = SystemErrorCode(rawValue: errorNumber).description
      }
    }
  }

  /// The maximum time to wait for a writer.
  private static let writerLimit = Duration.seconds(5)
  /// The maximum time to wait for content from a pipe's writer or a device.
  private static let silenceLimit = Duration.seconds(30)

  let content: Data
  /// Whether the file is a regular file, whose permissions matter.
  let isRegular: Bool
  let isOpenToOthers: Bool

  /// Reads at most one byte more than `limit`; the additional byte shows that the file is too large.
  ///
  /// A pipe that sends nothing causes an error, as does any pipe or device if pipes aren't accepted.
  init(_ path: String, limit: Int, acceptsPipes: Bool = true) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
    guard descriptor >= 0 else {
      var failure = Failure(errorNumber: errno)
      failure.isMissing = [ENOENT, ENOTDIR].contains(failure.errorNumber)
      throw failure
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Failure(errorNumber: errno) }
    let kind = status.st_mode & S_IFMT
    guard kind != S_IFDIR else { throw Failure(errorNumber: EISDIR) }
    isRegular = kind == S_IFREG
    guard isRegular || acceptsPipes else { throw Failure("it isn't a regular file") }
    isOpenToOthers = status.st_mode & 0o077 != 0
    content = try Self.bytes(of: descriptor, isPipe: kind == S_IFIFO, limit: limit + 1)
  }

  private static func bytes(of descriptor: Int32, isPipe: Bool, limit: Int) throws(Failure) -> Data {
    var content = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // A pipe without a writer reads as empty, regardless of whether the writer has ended or hasn't started yet.
    var hasWriter = !isPipe
    var lastChange = ContinuousClock.now
    while content.count < limit {
      let count = read(descriptor, &buffer, min(buffer.count, limit - content.count))
      let silence = ContinuousClock.now - lastChange
      if count > 0 {
        content.append(contentsOf: buffer[..<count])
        (hasWriter, lastChange) = (true, .now)
      } else if count == 0, hasWriter {
        break
      } else if count == 0 {
        guard silence < writerLimit else { throw Failure("no program is writing to it") }
        wait(for: descriptor)
      } else if errno == EAGAIN {
        hasWriter = true
        guard silence < silenceLimit else {
          throw Failure("it sent no data for \(silenceLimit.components.seconds) seconds")
        }
        wait(for: descriptor)
      } else if errno != EINTR {
        throw Failure(errorNumber: errno)
      }
    }
    return content
  }

  /// Waits briefly for content, because the exit of a pipe's writer may go unnoticed.
  private static func wait(for descriptor: Int32) {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    if poll(&entry, 1, 20) > 0, entry.revents & Int16(POLLIN) == 0 { usleep(20_000) }
  }
}
