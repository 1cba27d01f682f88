/// How large the things in a ledger may be.
///
/// The limits keep every sum within what exact arithmetic holds: a number has up to 18 digits on either side of the
/// point, and all amounts of one coin, or all money of one currency, together stay below 10²⁰.
public enum LedgerLimits {
  /// The most decimal places of an amount, a price or a fee.
  public static let decimalPlaces = FixedPoint.places
  /// The most digits before the decimal point.
  public static let wholeDigits = 18
  /// The longest identifier or symbol of a coin, in bytes of UTF-8.
  public static let nameLength = 200
  /// The longest note, in bytes of UTF-8.
  public static let noteLength = 4_000
  /// The longest line of a ledger file, in bytes; longer ones count as damaged.
  public static let lineLength = 65_536
  /// The largest ledger file, in bytes: some four million entries.
  public static let fileSize = 1_024 * 1_024 * 1_024
  /// The largest file that is imported, in bytes.
  public static let importSize = 64 * 1_024 * 1_024

  /// What all amounts of a coin or all money of a currency may come to.
  static let turnover = 1e20
}
