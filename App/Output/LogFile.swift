import Foundation

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

/// A log file with one JSON object per line: `time`, `level`, `message`, `process`, and the entry's own members.
///
/// Each line is appended in a single write (`O_APPEND`), so several processes can share the file.
final class LogFile: Sendable {
  let path: String
  private let descriptor: Int32
  private let process = ProcessInfo.processInfo.processIdentifier
  private let lowest: LogLevel
  private let secrets: KnownSecrets

  /// Opens a file or a pipe, without waiting for the pipe's reader.
  ///
  /// A new file has mode 0600 and the same owner as its directory.
  init(_ path: String, lowest: LogLevel, secrets: KnownSecrets) throws(StandardStream.WriteError) {
    let flags = O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let created = NewFile.create(path, flags)
    descriptor = created >= 0 ? created : open(path, flags | O_CREAT, 0o600)
    self.lowest = lowest
    self.secrets = secrets
    self.path = path
    guard descriptor >= 0 else { throw StandardStream.WriteError(errorNumber: errno) }
    // A slow reader delays the program, as on standard output. A reader that exits must not end the program.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    var status = stat()
    if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFIFO { signal(SIGPIPE, SIG_IGN) }
  }

  deinit { close(descriptor) }

  /// Appends an entry with secrets redacted, if its level is high enough.
  ///
  /// After an error, writing later entries may still succeed.
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
      preconditionFailure("a log entry has a number that JSON can't represent: \(error)")
    }
    let text = secrets.redacted(json: String(decoding: line, as: UTF8.self))
    var bytes = Array(JSONText.withoutControls(text).utf8)
    bytes.append(UInt8(ascii: "\n"))
    try StandardStream.write(bytes, to: descriptor)
  }
}
