import Foundation

/// What tells a service that two requests are one and the same, so that a POST or PATCH may be sent again.
///
/// ```swift
/// request.context[IdempotencyKey.self] = .random()
/// ```
///
/// ``RequestRetrier`` sends it as `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), the same with each attempt. Set it only
/// for services that heed that field.
public struct IdempotencyKey: Sendable, Hashable, RawRepresentable {
  /// The value of the field, sent as it is.
  public let rawValue: String

  /// Makes a key from the field's value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// A new key that no other request has.
  public static func random() -> IdempotencyKey { IdempotencyKey(rawValue: UUID().uuidString) }
}

extension IdempotencyKey: MessageContextKey {
  /// None.
  public static var defaultValue: IdempotencyKey? { nil }
}

extension HTTPField.Name {
  /// The key that makes a request repeatable.
  public static let idempotencyKey: HTTPField.Name = "Idempotency-Key"
}
