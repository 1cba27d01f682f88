public import Foundation

/// One line of the ledger.
public struct LedgerEntry: Sendable, Hashable, Identifiable {
  /// The entry's identity; a second entry with it is not accepted.
  public let id: UUID
  /// When it happened, to the millisecond.
  public let time: Date
  /// What happened.
  public let action: LedgerAction
  /// A remark of the user's; not sanitized, so to be treated as untrusted text when it is shown.
  public let note: String?

  /// Creates an entry.
  ///
  /// - Parameters:
  ///   - id: The entry's identity.
  ///   - time: When it happened; the ledger keeps milliseconds.
  ///   - action: What happened.
  ///   - note: A remark; an empty one is none.
  public init(id: UUID = UUID(), time: Date, action: LedgerAction, note: String? = nil) {
    self.id = id
    self.time = time
    self.action = action
    self.note = note?.isEmpty == true ? nil : note
  }
}
