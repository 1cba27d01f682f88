/// A fact that travels with a request or an answer, for the middleware that cares; nothing of it is sent.
///
/// ```swift
/// enum Attempt: MessageContextKey {
///   static let defaultValue = 1
/// }
/// request.context[Attempt.self] = 2
/// ```
public protocol MessageContextKey {
  /// What is kept under this key.
  associatedtype Value: Sendable

  /// What holds where nothing was said.
  static var defaultValue: Value { get }
}

/// The facts that travel with one request or answer, by typed key.
public struct MessageContext: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Makes an empty context.
  public init() {}

  /// The value of a key, or its default.
  public subscript<Key: MessageContextKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }

  /// Takes over what the other context says, which wins.
  public mutating func merge(_ other: MessageContext) {
    guard !other.values.isEmpty else { return }
    values.merge(other.values) { _, new in new }
  }
}
