import Basics
public import Foundation

/// An error of reading or changing a ledger.
public enum LedgerError: Error, Sendable, Hashable {
  /// The entry was not accepted.
  case refused(LedgerRefusal)
  /// Nothing was imported, because of what is at this place of the imported file.
  case importRefused(ImportPosition, LedgerRefusal)
  /// The ledger holds lines of a newer format, so this version only reads it.
  case newerSchema(path: String, line: Int, version: Int)
  /// Another process has kept the ledger locked for so long.
  case locked(path: String, waited: Duration)
  /// The ledger cannot be read.
  case unreadable(path: String, FileFailure)
  /// The identities of the ledger's coins cannot be read, so that sums could be wrong.
  case identitiesUnreadable(FileFailure)
  /// The ledger was not changed.
  case notWritten(path: String, FileFailure)
  /// The ledger holds the new entry, but the system did not confirm that it survives a loss of power.
  case notConfirmed(path: String, FileFailure)
}

extension LedgerError: LocalizedError, CustomStringConvertible {
  /// The message and the recovery suggestion, as sentences for people.
  public var description: String { [message, recoverySuggestion].compactMap { $0 }.joined(separator: " ") }

  /// The failure and its place, as sentences for people.
  public var message: String {
    switch self {
    case .refused(let refusal): "The ledger was not changed. \(refusal)"
    case .importRefused(let position, let refusal): "Nothing was imported. \(position): \(refusal)"
    case .newerSchema(let path, let line, let version):
      """
      The ledger "\(path.escapingInvisibles())" was not changed: line \(line) was written by a newer version of this program \
      (format \(version)).
      """
    case .locked(let path, let waited):
      """
      The ledger "\(path.escapingInvisibles())" was not changed: another process has kept it locked for \
      \(waited.components.seconds) s.
      """
    case .unreadable(let path, let failure): "The ledger \"\(path.escapingInvisibles())\" cannot be read: \(failure)."
    case .identitiesUnreadable(let failure): "\(failure)"
    case .notWritten(let path, let failure): "The ledger \"\(path.escapingInvisibles())\" was not changed: \(failure)."
    case .notConfirmed(let path, let failure):
      "The ledger \"\(path.escapingInvisibles())\" holds the new entry, which may not survive a loss of power: \(failure)."
    }
  }

  /// The same as ``message``.
  public var errorDescription: String? { message }

  /// The next step for the person; `nil` where ``message`` names it.
  public var recoverySuggestion: String? {
    switch self {
    case .refused, .importRefused: nil
    case .newerSchema: "Update this program."
    case .locked: "Try again when it is done."
    case .unreadable(_, let failure), .identitiesUnreadable(let failure): failure.recoverySuggestion
    case .notWritten(_, let failure): failure.recoverySuggestion ?? "Try again."
    case .notConfirmed: "Check the disk; do not enter it again."
    }
  }
}

/// The reason why the ledger refuses an entry.
public enum LedgerRefusal: Error, Sendable, Hashable {
  /// The entry itself is wrong.
  case invalid(InvalidEntry)
  /// More coins would leave than are held.
  case insufficient(coin: CoinReference, held: Decimal, needed: Decimal)
  /// More coins would have left than were held at the time of the entry.
  case insufficientThen(coin: CoinReference, time: Date, held: Decimal, needed: Decimal)
  /// A reversal, or an entry of an earlier time, would take coins that a later entry has sold, swapped or sent.
  case neededLater(coin: CoinReference, by: UUID)
  /// There is no entry of this identity to reverse.
  case unknownEntry(UUID)
  /// The entry is reversed already.
  case alreadyReversed(UUID, by: UUID)
  /// The entry is a reversal itself.
  case notReversible(UUID)
  /// There is an entry of this identity already.
  case duplicate(UUID)
}

extension LedgerRefusal: CustomStringConvertible {
  /// Sentences that name the error and the next step.
  public var description: String {
    switch self {
    case .invalid(let reason): reason.description
    case .insufficient(let coin, let held, let needed):
      "Only \(held) \(coin.symbol) are held, and \(needed) are needed. Enter the missing purchase or receipt first."
    case .insufficientThen(let coin, let time, let held, let needed):
      """
      Only \(held) \(coin.symbol) were held at \(time.formatted(.iso8601)), and \(needed) are needed. \
      Enter the missing purchase or receipt first, or give a later time.
      """
    case .neededLater(let coin, let entry):
      """
      The \(coin.symbol) of this entry are needed for the later entry \(entry.uuidString.lowercased()). \
      Reverse that one first.
      """
    case .unknownEntry(let id): "There is no entry \(id.uuidString.lowercased())."
    case .alreadyReversed(let id, let reversal):
      "The entry \(id.uuidString.lowercased()) is already reversed, by \(reversal.uuidString.lowercased())."
    case .notReversible(let id):
      "The entry \(id.uuidString.lowercased()) is a reversal itself. Enter again what it undid."
    case .duplicate(let id): "There is an entry \(id.uuidString.lowercased()) already."
    }
  }
}

/// The reason why no ledger accepts an entry.
public enum InvalidEntry: Error, Sendable, Hashable {
  /// A part of an entry.
  public enum Field: String, Sendable, Hashable {
    /// The amount of coins.
    case amount
    /// The amount of coins that a swap brings.
    case receivedAmount = "received amount"
    /// The price of one coin.
    case price
    /// The fee.
    case fee
    /// The currency's code.
    case currency
    /// The coin's identifier.
    case coin
    /// The coin's symbol.
    case symbol
    /// The note.
    case note
    /// The time.
    case time
  }

  /// A number is not more than zero.
  case notPositive(Field)
  /// A number is negative or not a number.
  case negative(Field)
  /// A number has more than 18 decimal places, or more than 18 digits before the point, or comes with others to more
  /// than 10²⁰.
  case outOfRange(Field)
  /// A text is empty.
  case empty(Field)
  /// A text is longer than this number of bytes.
  case tooLong(Field, limit: Int)
  /// A text holds control characters, or a currency's code something else than 2 to 12 letters or digits.
  case malformed(Field)
  /// There is a fee but no price, so that the fee's currency is unknown.
  case feeWithoutPrice
  /// A swap of a coin for itself.
  case sameCoin
  /// A time that has not come yet.
  case future
  /// A time before 1970 or after 9999, or more than a day ahead.
  case impossibleTime
}

extension InvalidEntry: CustomStringConvertible {
  /// A sentence that names the error and the expected value.
  public var description: String {
    switch self {
    case .notPositive(let field): "The \(field.rawValue) has to be more than zero."
    case .negative(let field): "The \(field.rawValue) has to be zero or more."
    case .outOfRange(let field):
      "The \(field.rawValue) is too large or too fine: at most 18 digits before and 18 after the decimal point."
    case .empty(let field): "The \(field.rawValue) is missing."
    case .tooLong(let field, let limit): "The \(field.rawValue) is too long: at most \(limit) bytes."
    case .malformed(.currency): "The currency has to be a code of 2 to 12 letters or digits, such as aud."
    case .malformed(let field): "The \(field.rawValue) must not hold control characters."
    case .feeWithoutPrice: "A fee needs a price, which says in which currency it is."
    case .sameCoin: "A swap needs two different coins."
    case .future: "The time has not come yet: it has to be now or before."
    case .impossibleTime: "The time has to be between 1970 and tomorrow."
    }
  }
}

extension InvalidEntry {
  /// The description as a clause, without capital and period.
  var clause: String {
    let text = description
    return text.prefix(1).lowercased() + text.dropFirst().dropLast()
  }
}

/// A file operation that the system refused.
public struct FileFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// A clause such as `could not write it: the disk is full (ENOSPC)`, for a sentence that names the file.
  public let description: String
  /// A sentence that says what to do; `nil` when there is nothing in general.
  let recoverySuggestion: String?

  package init(_ description: String, recoverySuggestion: String?) {
    self.description = description
    self.recoverySuggestion = recoverySuggestion
  }
}
