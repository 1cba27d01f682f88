public import Foundation

/// A line of a ledger file that could not be counted; it stays in the file as it is.
public struct LedgerProblem: Sendable, Hashable {
  /// What is wrong with a line.
  public enum Kind: Sendable, Hashable {
    /// The line is not an entry, for the reason given.
    case damaged(String)
    /// The line does not match its checksum.
    case checksum
    /// The file ends in the middle of this line. The next entry moves it into a file of its own.
    case torn
    /// The line was written by a newer version of this program, with this version of the format. Until it is updated,
    /// the ledger can only be read.
    case newerSchema(Int)
    /// The line repeats an entry.
    case duplicate(UUID)
    /// The line reverses an entry that is missing, reversed already or a reversal itself.
    case pointlessReversal(of: UUID)
  }

  /// The number of the line, from 1.
  public let line: Int
  /// What is wrong with it.
  public let kind: Kind

  /// Creates a problem.
  ///
  /// - Parameters:
  ///   - line: The number of the line, from 1.
  ///   - kind: What is wrong with it.
  public init(line: Int, kind: Kind) {
    self.line = line
    self.kind = kind
  }
}

extension LedgerProblem: CustomStringConvertible {
  /// A sentence for people, with the line number and a recovery suggestion.
  public var description: String {
    switch kind {
    case .damaged(let reason): "Line \(line) is not counted: \(reason). Correct it, or enter again what it recorded."
    case .checksum:
      """
      Line \(line) is not counted: it does not match its checksum. Restore it from a copy; \
      if you changed it yourself, take its "crc" member out.
      """
    case .torn:
      "Line \(line) is not counted: it was cut off while it was written. The next entry moves it into a file beside the ledger."
    case .newerSchema(let version):
      """
      Line \(line) was written by a newer version of this program (format \(version)). \
      Until this one is updated, the ledger can only be read.
      """
    case .duplicate(let id): "Line \(line) is not counted: it repeats the entry \(id.uuidString.lowercased())."
    case .pointlessReversal(let id):
      """
      Line \(line) is not counted: it reverses the entry \(id.uuidString.lowercased()), \
      which is missing, reversed already or a reversal itself.
      """
    }
  }
}
