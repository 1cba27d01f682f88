/// Why the content of a file is not what a store wrote.
public enum CorruptionReason: Sendable, Hashable {
  /// The text is not JSON; the description says what is wrong and at which byte.
  case notJSON(String)
  /// The text is JSON, but not the object with `schema` and `payload` that a store writes.
  case noEnvelope(String)
  /// The content does not match the checksum beside it: something other than a store changed it.
  case checksumMismatch
  /// The payload does not have the form that the program reads.
  case payload(String)
  /// The payload could not be brought from an older schema to the present one.
  case migration(from: Int, reason: String)
  /// The file has a schema so old that the program has no migration for it.
  case noMigration(from: Int)
}

extension CorruptionReason: CustomStringConvertible {
  /// A clause that says what is wrong.
  public var description: String {
    switch self {
    case .notJSON(let reason): "it is not JSON (\(reason))"
    case .noEnvelope(let reason): "it is not a file of this program (\(reason))"
    case .checksumMismatch:
      "its content does not match its checksum; if you edited it on purpose, delete its \"checksum\" member"
    case .payload(let reason): "its payload cannot be read (\(reason))"
    case .migration(0, let reason): "it is not a file of this program (\(reason))"
    case .migration(let schema, let reason): "its payload of schema \(schema) cannot be converted (\(reason))"
    case .noMigration(let schema): "its schema \(schema) is older than any that this program can convert"
    }
  }
}
