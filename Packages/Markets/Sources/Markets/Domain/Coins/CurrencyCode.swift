/// A currency by its code of three letters (ISO 4217), such as `AUD`.
public struct CurrencyCode: Hashable, Sendable, Comparable, CustomStringConvertible {
  /// The code in capital letters.
  public let code: String

  /// Makes a currency; `nil` for anything but three letters from A to Z, in either case.
  public init?(_ text: String) {
    guard text.utf8.count == 3, text.utf8.allSatisfy({ (0x41...0x5A).contains($0 & 0xDF) }) else { return nil }
    code = text.uppercased()
  }

  private init(known code: String) { self.code = code }

  /// The Australian dollar, which prices are shown in unless said otherwise.
  public static let aud = CurrencyCode(known: "AUD")
  /// The United States dollar.
  public static let usd = CurrencyCode(known: "USD")
  /// The euro.
  public static let eur = CurrencyCode(known: "EUR")
  /// The pound sterling.
  public static let gbp = CurrencyCode(known: "GBP")
  /// The Japanese yen.
  public static let jpy = CurrencyCode(known: "JPY")
  /// The Swiss franc.
  public static let chf = CurrencyCode(known: "CHF")
  /// The Canadian dollar.
  public static let cad = CurrencyCode(known: "CAD")
  /// The New Zealand dollar.
  public static let nzd = CurrencyCode(known: "NZD")
  /// The Indian rupee.
  public static let inr = CurrencyCode(known: "INR")

  /// The code in capital letters.
  public var description: String { code }

  /// Orders by the code.
  public static func < (left: CurrencyCode, right: CurrencyCode) -> Bool { left.code < right.code }
}
