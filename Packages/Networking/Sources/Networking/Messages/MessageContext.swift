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
  /// A list rather than a dictionary: there are few, and the copies that middleware makes have to be cheap.
  private var facts: [Fact] = []

  /// A type of its own rather than a tuple, which the compiler would have the runtime copy, element by element.
  private struct Fact: Sendable {
    let key: ObjectIdentifier
    var value: any Sendable
  }

  /// Makes an empty context.
  public init() {}

  /// The value of a key, or its default.
  public subscript<Key: MessageContextKey>(key: Key.Type) -> Key.Value {
    get {
      let key = ObjectIdentifier(key)
      guard let index = facts.firstIndex(where: { $0.key == key }) else { return Key.defaultValue }
      return facts[index].value as? Key.Value ?? Key.defaultValue
    }
    set { set(newValue, for: ObjectIdentifier(key)) }
  }

  /// Takes over what the other context says, which wins.
  public mutating func merge(_ other: MessageContext) {
    guard !facts.isEmpty else {
      facts = other.facts
      return
    }
    for fact in other.facts { set(fact.value, for: fact.key) }
  }

  private mutating func set(_ value: any Sendable, for key: ObjectIdentifier) {
    if let index = facts.firstIndex(where: { $0.key == key }) {
      facts[index].value = value
    } else {
      facts.append(Fact(key: key, value: value))
    }
  }
}
