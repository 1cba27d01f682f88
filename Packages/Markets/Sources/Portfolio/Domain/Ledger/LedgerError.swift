import Basics
public import Foundation

/// An error from reading or changing a ledger.
public enum LedgerError: Error, Sendable, Hashable {
  /// The ledger refused the entry.
  case refused(LedgerRefusal)
  /// The ledger refused the entry at this position in the imported file, so the import changed nothing.
  case importRefused(ImportPosition, LedgerRefusal)
  /// The ledger contains lines in a newer format, so this version of the program can't change it.
  case newerSchema(path: String, line: Int, version: Int)
  /// Another process held the lock on the ledger for this long.
  case locked(path: String, waited: Duration)
  /// The ledger can't be read.
  case unreadable(path: String, FileFailure)
  /// The identities of the ledger's coins can't be read, so totals could be wrong.
  case identitiesUnreadable(FileFailure)
  /// The ledger couldn't be written and is unchanged.
  case notWritten(path: String, FileFailure)
  /// The ledger contains the new entry, but the system didn't confirm that the entry survives a power failure.
  case notConfirmed(path: String, FileFailure)
}

extension LedgerError: LocalizedError, CustomStringConvertible {
  /// The message and the recovery suggestion, in sentences.
  public var description: String { [message, recoverySuggestion].compactMap { $0 }.joined(separator: " ") }

  /// The failure and its location, in sentences.
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
      "The ledger \"\(path.escapingInvisibles())\" contains the new entry, which may not survive a power failure: \(failure)."
    }
  }

  /// The text of ``message``.
  public var errorDescription: String? { message }

  /// The next step for the user; `nil` if ``message`` already contains it.
  public var recoverySuggestion: String? {
    switch self {
    case .refused, .importRefused: nil
    case .newerSchema: "Update this program."
    case .locked: "Try again later."
    case .unreadable(_, let failure), .identitiesUnreadable(let failure): failure.recoverySuggestion
    case .notWritten(_, let failure): failure.recoverySuggestion ?? "Try again."
    case .notConfirmed: "Check the disk. Don't record the entry again."
    }
  }
}

/// The reason why the ledger refused an entry.
public enum LedgerRefusal: Error, Sendable, Hashable {
  /// The entry itself is invalid.
  case invalid(InvalidEntry)
  /// The entry removes more coins than are held.
  case insufficient(coin: CoinReference, held: Decimal, needed: Decimal)
  /// The entry removes more coins than were held at its time.
  case insufficientThen(coin: CoinReference, time: Date, held: Decimal, needed: Decimal)
  /// A reversal or an earlier entry would remove coins that a later entry sold, swapped or sent.
  case neededLater(coin: CoinReference, by: UUID)
  /// There is no entry with this identifier to reverse.
  case unknownEntry(UUID)
  /// The entry has already been reversed.
  case alreadyReversed(UUID, by: UUID)
  /// The entry is itself a reversal.
  case notReversible(UUID)
  /// The ledger already contains an entry with this identifier.
  case duplicate(UUID)
}

extension LedgerRefusal: CustomStringConvertible {
  /// The error and the next step, in sentences.
  public var description: String {
    switch self {
    case .invalid(let reason): reason.description
    case .insufficient(let coin, let held, let needed):
      """
      You hold only \(held) \(coin.symbol.uppercased()), but \(needed) are needed. \
      Enter the missing purchase or receipt first.
      """
    case .insufficientThen(let coin, let time, let held, let needed):
      """
      You held only \(held) \(coin.symbol.uppercased()) at \(time.formatted(.iso8601)), but \(needed) are needed. \
      Enter the missing purchase or receipt first, or specify a later time.
      """
    case .neededLater(let coin, let entry):
      """
      The later entry \(entry.uuidString.lowercased()) needs the \(coin.symbol.uppercased()) of this entry. \
      Reverse the later entry first.
      """
    case .unknownEntry(let id): "There is no entry \(id.uuidString.lowercased())."
    case .alreadyReversed(let id, let reversal):
      "The entry \(id.uuidString.lowercased()) has already been reversed by \(reversal.uuidString.lowercased())."
    case .notReversible(let id):
      "The entry \(id.uuidString.lowercased()) is itself a reversal. Record the reversed entry again."
    case .duplicate(let id): "There is already an entry \(id.uuidString.lowercased())."
    }
  }
}

/// The reason why an entry is invalid in every ledger.
public enum InvalidEntry: Error, Sendable, Hashable {
  /// A part of an entry.
  public enum Field: String, Sendable, Hashable {
    case amount
    /// The number of coins received in a swap.
    case receivedAmount = "received amount"
    /// The price of one coin, in the entry's currency.
    case price
    case fee
    /// The currency code, such as `aud`.
    case currency
    case coin
    case symbol
    case note
    case time
  }

  /// The value isn't above zero.
  case notPositive(Field)
  /// The value is negative or NaN.
  case negative(Field)
  /// The number has more than 18 digits before or after the decimal point, or raises a total above 10²⁰.
  case outOfRange(Field)
  /// The text is empty.
  case empty(Field)
  /// The text exceeds this number of UTF-8 bytes.
  case tooLong(Field, limit: Int)
  /// The text contains control characters, or a currency code isn't 2 to 12 letters or digits.
  case malformed(Field)
  /// There is a fee but no price, so the fee's currency is unknown.
  case feeWithoutPrice
  /// A swap's two coins are the same.
  case sameCoin
  /// The time is in the future.
  case future
  /// The time is before 1970, after 9999 or more than a day in the future.
  case impossibleTime
}

extension InvalidEntry: CustomStringConvertible {
  /// A sentence that describes the problem and the expected value.
  public var description: String {
    switch self {
    case .notPositive(let field): "The \(field.rawValue) must be more than zero."
    case .negative(let field): "The \(field.rawValue) must be zero or more."
    case .outOfRange(let field):
      "The \(field.rawValue) is too large or too precise: at most 18 digits are allowed before and 18 after the decimal point."
    case .empty(let field): "The \(field.rawValue) is missing."
    case .tooLong(let field, let limit): "The \(field.rawValue) is too long: at most \(limit) bytes are allowed."
    case .malformed(.currency): "The currency must be a code of 2 to 12 letters or digits, such as aud."
    case .malformed(let field): "The \(field.rawValue) must not contain control characters."
    case .feeWithoutPrice: "A fee needs a price, which determines the fee's currency."
    case .sameCoin: "A swap needs two different coins."
    case .future: "The time must not be in the future."
    case .impossibleTime: "The time must be between 1970 and tomorrow."
    }
  }
}

extension InvalidEntry {
  var clause: String {
    let text = description
    return text.prefix(1).lowercased() + text.dropFirst().dropLast()
  }
}

/// The description of a failed file operation.
public struct FileFailure: Error, Sendable, Hashable, CustomStringConvertible {
  /// A clause such as `could not write it: the disk is full (ENOSPC)`, for a sentence that contains the file's name.
  public let description: String
  let recoverySuggestion: String?

  package init(_ description: String, recoverySuggestion: String?) {
    self.description = description
    self.recoverySuggestion = recoverySuggestion
  }
}
