/// What a fetch brings: the service's code, a text that means nothing to this program.
public struct ResponseCode: Sendable, Hashable, CustomStringConvertible {
  /// The text as the service sent it; it comes from outside and is neutralised before it is shown.
  public let description: String

  /// Makes a code; `nil` for an empty text.
  public init?(_ text: String) {
    guard !text.isEmpty else { return nil }
    description = text
  }
}
