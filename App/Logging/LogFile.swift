import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A value in an entry of the log.
enum LogValue: Encodable, Sendable {
  case text(String)
  case integer(Int)
  case number(Double)

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .number(let number): try container.encode(number)
    }
  }
}

/// A file to which entries are appended, one JSON object a line: `time`, `level`, `message`, `process`, and the entry's own members.
///
/// Every line is one write at the end of the file (`O_APPEND`), so that several processes may share it.
final class LogFile: Sendable {
  let path: String
  private let descriptor: Int32
  private let process = ProcessInfo.processInfo.processIdentifier
  private let lowest: LogLevel
  private let secrets: KnownSecrets

  /// Opens a file; a new one has mode 0600 and belongs to the owner of its folder.
  ///
  /// Neither a pipe nor a device is waited for.
  ///
  /// - Throws: The system's reason; `ENXIO` for a socket and for a pipe without a reader.
  init(_ path: String, lowest: LogLevel, secrets: KnownSecrets) throws(StandardStream.WriteError) {
    let flags = O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let created = NewFile.create(path, flags)
    descriptor = created >= 0 ? created : open(path, flags | O_CREAT, 0o600)
    self.lowest = lowest
    self.secrets = secrets
    self.path = path
    guard descriptor >= 0 else { throw StandardStream.WriteError(errorNumber: errno) }
    // A slow reader delays the program, as it does on standard output; one that ends must not end the program.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { signal(SIGPIPE, SIG_IGN) }
  }

  deinit { close(descriptor) }

  /// Appends an entry without secrets, if it matters enough.
  ///
  /// - Throws: The system's reason; the entry is then missing, and later ones may be written all the same.
  func write(
    _ level: LogLevel,
    _ message: String,
    _ details: [String: LogValue]
  ) throws(StandardStream.WriteError) {
    guard level >= lowest else { return }
    var members = details
    members["time"] = .text(Date.now.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
    members["level"] = .text(level.rawValue)
    members["message"] = .text(message)
    members["process"] = .integer(Int(process))
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let line: Data
    do {
      line = try encoder.encode(members)
    } catch {
      preconditionFailure("an entry of the log has a number that JSON has not: \(error)")
    }
    let text = secrets.redacted(json: String(decoding: line, as: UTF8.self))
    var bytes = Array(JSONText.withoutControls(text).utf8)
    bytes.append(UInt8(ascii: "\n"))
    try StandardStream.write(bytes, to: descriptor)
  }
}
