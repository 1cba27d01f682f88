import Foundation

/// The number of an attempt in a request's context, and the number of attempts in a response's: 1 without a retry.
package enum AttemptCount: MessageContextKey {
  package static let defaultValue = 1
}

/// A key by which a service recognizes a repeated request, so that a POST or PATCH can be retried.
///
/// ```swift
/// request.context[IdempotencyKey.self] = .random()
/// ```
///
/// ``RequestRetrier`` sends it as `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header), the same with each attempt. Set it only
/// for services that support that field.
public struct IdempotencyKey: Sendable, Hashable, RawRepresentable {
  /// The value of the field.
  public let rawValue: String

  /// Creates a key from the field's value.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a unique key.
  public static func random() -> IdempotencyKey { IdempotencyKey(rawValue: UUID().uuidString) }
}

extension IdempotencyKey: MessageContextKey {}

extension HTTPField.Name {
  package static let idempotencyKey: HTTPField.Name = "Idempotency-Key"
}

/// An identifier of a request in logs and metrics, in the contexts of the request and its response.
public struct RequestID: Sendable, Hashable, RawRepresentable, CustomStringConvertible {
  /// The text.
  public let rawValue: String

  /// Creates an identifier from a text, such as one that arrived with another service's request.
  public init(rawValue: String) { self.rawValue = rawValue }

  /// Creates a random identifier of eight hexadecimal digits.
  public static func random() -> RequestID {
    let digits = String(UInt32.random(in: .min ... .max), radix: 16)
    return RequestID(rawValue: String(repeating: "0", count: 8 - digits.count) + digits)
  }

  /// The text.
  public var description: String { rawValue }
}

extension RequestID: MessageContextKey {}

/// Facts that inner middleware reports to outer middleware about a request, also when it fails without a response.
final class RequestTrace: Sendable, MessageContextKey {
  struct Facts: Sendable {
    var attempts = 1
    var redirects = 0
    var queueTime = Duration.zero
    /// Whether an attempt ended before it was sent, so that it says nothing about its service.
    var endedUnsent = false
  }

  private let state = Locked(Facts())

  var facts: Facts { state.withLock { $0 } }

  /// Whether the attempt that just failed was never sent; resets the fact for the next attempt.
  func takeEndedUnsent() -> Bool {
    state.withLock { facts in
      defer { facts.endedUnsent = false }
      return facts.endedUnsent
    }
  }

  func update(_ change: (inout Facts) -> Void) { state.withLock { change(&$0) } }
}
