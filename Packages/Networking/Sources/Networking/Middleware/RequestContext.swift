import NetworkingFoundation

/// The attempt number in a request's context, or the number of attempts in a response's context; 1 without retries.
package enum AttemptCount: MessageContextKey {
  package static let defaultValue = 1
}

/// A key that lets a service recognize a repeated request, so POST and PATCH requests can be retried.
///
/// ```swift
/// request.context[IdempotencyKey.self] = .random()
/// ```
///
/// ``RequestRetrier`` sends the same key with each attempt as `Idempotency-Key`
/// (draft-ietf-httpapi-idempotency-key-header). Set it only for services that support this field.
public struct IdempotencyKey: Sendable, Hashable, RawRepresentable {
  /// The value of the `Idempotency-Key` field.
  public let rawValue: String

  /// Creates a key from a field value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a unique key.
  public static func random() -> IdempotencyKey { IdempotencyKey(rawValue: UUID().uuidString) }
}

extension IdempotencyKey: MessageContextKey {}

extension HTTPField.Name {
  package static let idempotencyKey: HTTPField.Name = "Idempotency-Key"
}

/// A request's identifier for logs and metrics, in the contexts of the request and its response.
public struct RequestID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The identifier as text.
  public let rawValue: String

  /// Creates an identifier from text, for example from a request that another service sent.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a random identifier of eight hexadecimal digits.
  public static func random() -> RequestID {
    let digits = String(UInt32.random(in: .min ... .max), radix: 16)
    return RequestID(rawValue: String(repeating: "0", count: 8 - digits.count) + digits)
  }

  /// The identifier as text.
  public var description: String { rawValue }
}

extension RequestID: MessageContextKey {}

/// A report from inner to outer middleware, available even if the request fails without a response.
final class RequestTrace: Sendable, MessageContextKey {
  struct Facts: Sendable {
    var attempts = 1
    var redirects = 0
    var queueTime = Duration.zero
    /// Whether the latest attempt ended before it was sent, and therefore reveals nothing about the service.
    var endedUnsent = false
  }

  private let state = Locked(Facts())

  var facts: Facts { state.withLock { $0 } }

  /// Returns whether the latest attempt ended before it was sent, and resets the value for the next attempt.
  func takeEndedUnsent() -> Bool {
    state.withLock { facts in
      defer { facts.endedUnsent = false }
      return facts.endedUnsent
    }
  }

  func update(_ change: (inout Facts) -> Void) { state.withLock { change(&$0) } }
}
