/// What texts in a ledger have to be like.
enum LedgerRules {
  /// Checks a coin's identifier or symbol: not empty, not too long, no control characters.
  static func checkName(_ name: String, _ field: InvalidEntry.Field) throws(InvalidEntry) {
    if name.isEmpty { throw .empty(field) }
    if name.utf8.count > LedgerLimits.nameLength { throw .tooLong(field, limit: LedgerLimits.nameLength) }
    if name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { throw .malformed(field) }
  }

  /// Checks a currency's code: 2 to 12 lower-case letters or digits.
  static func checkCurrency(_ code: String) throws(InvalidEntry) {
    guard isCurrency(code.utf8) else { throw .malformed(.currency) }
  }

  static func isCurrency(_ code: some Collection<UInt8>) -> Bool {
    2...12 ~= code.count && code.allSatisfy { UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 || 0x30...0x39 ~= $0 }
  }

  /// Checks a note: not too long; it may hold anything else.
  static func checkNote(_ note: String) throws(InvalidEntry) {
    if note.utf8.count > LedgerLimits.noteLength { throw .tooLong(.note, limit: LedgerLimits.noteLength) }
  }
}
