/// A phone number as people read it, and as programs dial it.
///
/// The service documents digits only. Ten digits that can be a number of the North American Numbering Plan (area code and exchange
/// begin with 2 to 9), with or without the country code 1 before them, are one; everything else is shown as it is.
public struct PhoneNumber: Sendable, Hashable {
  private let text: String
  /// Area code, exchange and line, where the plan knows such a number.
  private let parts: (area: String, exchange: String, line: String)?
  private let hasCountryCode: Bool

  /// Reads the service's text.
  public init(_ text: String) {
    self.text = text
    var digits = Substring(text)
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    hasCountryCode = digits.utf8.count == 11 && digits.hasPrefix("1")
    if hasCountryCode { digits = digits.dropFirst() }
    let characters = Array(digits.utf8)
    guard isNumber, characters.count == 10, characters[0] >= 0x32, characters[3] >= 0x32 else {
      parts = nil
      return
    }
    parts = (String(digits.prefix(3)), String(digits.dropFirst(3).prefix(3)), String(digits.suffix(4)))
  }

  /// For people: `(555) 666-1234`, with `+1` before it where the service has the country code.
  public var formatted: String {
    guard let parts else { return text }
    return (hasCountryCode ? "+1 " : "") + "(\(parts.area)) \(parts.exchange)-\(parts.line)"
  }

  /// For programs, a URI by RFC 3966; `nil` for a text that is no number of the plan, since a number without its country can't be one.
  public var uri: String? {
    parts.map { "tel:+1-\($0.area)-\($0.exchange)-\($0.line)" }
  }

  /// Whether both are the same text.
  public static func == (left: PhoneNumber, right: PhoneNumber) -> Bool { left.text == right.text }

  /// Hashes the text.
  public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
