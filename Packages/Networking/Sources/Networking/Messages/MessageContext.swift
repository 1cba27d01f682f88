/// A typed key of a ``MessageContext``.
///
/// ```swift
/// enum Attempt: MessageContextKey {
///   static let defaultValue = 1
/// }
/// request.context[Attempt.self] = 2
/// ```
public protocol MessageContextKey {
  /// The type of the value; the optional conforming type unless ``defaultValue`` says otherwise.
  associatedtype Value: Sendable = Self?

  /// The value without an explicit one.
  static var defaultValue: Value { get }
}

extension MessageContextKey where Value == Self? {
  /// `nil`.
  public static var defaultValue: Self? { nil }
}

/// Facts about a request or response for middleware, by typed key.
///
/// They are never sent. A literal lists values that are their own keys:
///
/// ```swift
/// var context: MessageContext { [RequestPriority.prefetch, CoalescingMode.separate] }
/// ```
public struct MessageContext: Sendable {
  /// An array rather than a dictionary, because contexts have few facts and are often copied.
  private var facts: [Fact] = []

  /// A struct rather than a tuple, which the runtime would copy element by element.
  private struct Fact: Sendable {
    let key: ObjectIdentifier
    var value: any Sendable
  }

  /// Creates an empty context.
  public init() {}

  /// The value of a key, or the key's default.
  public subscript<Key: MessageContextKey>(key: Key.Type) -> Key.Value {
    get {
      let key = ObjectIdentifier(key)
      guard let index = facts.firstIndex(where: { $0.key == key }) else { return Key.defaultValue }
      return facts[index].value as? Key.Value ?? Key.defaultValue
    }
    set { set(newValue, for: ObjectIdentifier(key)) }
  }

  /// Adds the facts of another context, which replace facts with the same keys.
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
  /// Creates a context from values that are their own keys, such as ``RequestPriority/interactive``.
  ///
  /// An element whose type is a key for values of another type is a programmer error and stops the program.
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
