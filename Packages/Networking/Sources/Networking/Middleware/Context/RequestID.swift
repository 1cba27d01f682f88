/// What tells one request from another in logs and metrics; in the contexts of the request and of its answer.
public struct RequestID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The text.
  public let rawValue: String

  /// Makes an id from a text, such as one that came with a request from elsewhere.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A new id: eight hexadecimal digits.
  public static func random() -> RequestID {
    let digits = String(UInt32.random(in: .min ... .max), radix: 16)
    return RequestID(rawValue: String(repeating: "0", count: 8 - digits.count) + digits)
  }

  /// The text.
  public var description: String { rawValue }
}

extension RequestID: MessageContextKey {
  /// None.
  public static var defaultValue: RequestID? { nil }
}
