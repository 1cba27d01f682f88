/// What a fetch brings: the service's code, a text that means nothing to this program.
public struct ResponseCode: Sendable, Hashable, CustomStringConvertible {
  /// The text as the service sent it; it comes from outside and is sanitized before it is shown.
  public let description: String

  /// Makes a code; `nil` for an empty text.
  public init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    description = text
  }

  private init(nonEmpty text: String) { description = text }

  /// The code, cut to a number of Unicode scalars with an ellipsis as the last one.
  func shortened(to limit: Int) -> ResponseCode {
    let scalars = description.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return self }
    var text = String(String.UnicodeScalarView(scalars.prefix(limit - 1)))
    text.unicodeScalars.append("\u{2026}")
    return ResponseCode(nonEmpty: text)
  }
}
