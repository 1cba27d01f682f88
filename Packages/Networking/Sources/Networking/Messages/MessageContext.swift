/// A typed key for a ``MessageContext``.
///
/// ```swift
/// enum Attempt: MessageContextKey {
///   static let defaultValue = 1
/// }
/// request.context[Attempt.self] = 2
/// ```
public protocol MessageContextKey {
  /// The type of the value; defaults to an optional of the conforming type.
  associatedtype Value: Sendable = Self?

  /// The value in a context that doesn't set a value for this key.
  static var defaultValue: Value { get }
}

extension MessageContextKey where Value == Self? {
  /// The default value for a key whose value is optional: `nil`.
  public static var defaultValue: Self? { nil }
}

/// Typed values that are attached to a request or response for middleware.
///
/// They are never sent. In an array literal, each value's type serves as its key:
/// ```swift
/// var context: MessageContext { [RequestPriority.prefetch, CoalescingMode.separate] }
/// ```
public struct MessageContext: Sendable {
  /// The keys and values, in an array rather than a dictionary because contexts are small and often copied.
  private var facts: [Fact] = []

  /// A key and its value; this isn't a tuple, because the runtime would copy a tuple element by element.
  private struct Fact: Sendable {
    let key: ObjectIdentifier
    var value: any Sendable
  }

  /// Creates an empty context.
  public init() {}

  /// The value for a key, or the key's default value.
  public subscript<Key: MessageContextKey>(key: Key.Type) -> Key.Value {
    get {
      let key = ObjectIdentifier(key)
      guard let index = facts.firstIndex(where: { $0.key == key }) else { return Key.defaultValue }
      return facts[index].value as? Key.Value ?? Key.defaultValue
    }
    set { set(newValue, for: ObjectIdentifier(key)) }
  }

  /// Adds another context's values, replacing values with the same keys.
  package mutating func merge(_ other: MessageContext) {
    guard !facts.isEmpty else {
      facts = other.facts
      return
    }
    for fact in other.facts { set(fact.value, for: fact.key) }
  }

  fileprivate mutating func set(_ value: any Sendable, for key: ObjectIdentifier) {
    if let index = facts.firstIndex(where: { $0.key == key }) {
      facts[index].value = value
    } else {
      facts.append(Fact(key: key, value: value))
    }
  }
}

extension MessageContext: ExpressibleByArrayLiteral {
  /// Creates a context from values whose types are their own keys, such as ``RequestPriority/interactive``.
  ///
  /// The program stops if an element's type is a key for values of another type.
  public init(arrayLiteral elements: any (MessageContextKey & Sendable)...) {
    for element in elements { insert(element) }
  }

  private mutating func insert<Key: MessageContextKey & Sendable>(_ element: Key) {
    guard let value = element as? Key.Value else {
      preconditionFailure(
        "'\(Key.self)' is a key for values of type '\(Key.Value.self)', which a literal can't contain"
      )
    }
    set(value, for: ObjectIdentifier(Key.self))
  }
}
