/// The process that holds a lock, as it wrote itself into the lock file.
public struct LockHolder: Sendable, Hashable {
  /// The process's number.
  public let process: Int32
  /// The name of its program.
  public let program: String

  /// Creates a holder.
  ///
  /// - Parameters:
  ///   - process: The process's number.
  ///   - program: The name of its program; control characters are escaped and everything after 100 characters is
  ///     dropped.
  public init(process: Int32, program: String) {
    self.process = process
    self.program = String(program.printable.prefix(100))
  }

  /// The longest text that is read from a lock file, in bytes.
  static let sizeLimit = 1_024

  /// What the holder writes into the lock file: number, space, name, line break.
  var text: [UInt8] {
    Array("\(process) \(program)\n".utf8)
  }

  /// Reads what a holder wrote.
  init?(text: [UInt8]) {
    let line = String(decoding: text, as: UTF8.self).prefix { $0 != "\n" }
    let parts = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let process = Int32(parts[0]), process > 0, !parts[1].isEmpty else { return nil }
    self.init(process: process, program: String(parts[1]))
  }
}

extension LockHolder: CustomStringConvertible {
  /// A clause such as `example (process 4242)`.
  public var description: String { "\(program) (process \(process))" }
}
