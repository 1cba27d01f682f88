import Basics

/// A feature flag: a typed setting that can change without a new version of the program.
///
/// Declare flags once, as constants, and list them in a ``FlagCatalog``.
public struct FeatureFlag<Value: FlagValue>: Sendable {
  /// The name of the flag.
  public let key: String
  /// The name for people, such as `Dark mode`.
  public let title: String
  /// The value that applies if no source has a valid value.
  public let defaultValue: Value
  /// A sentence that describes the flag's effect.
  public let description: String
  /// The team responsible for the flag.
  public let owner: String

  /// Creates a flag.
  ///
  /// The key is an ASCII letter, followed by ASCII letters, digits, `.`, `-` or `_`. The title is the key by default.
  public init(
    _ key: String,
    title: String? = nil,
    default defaultValue: Value,
    description: String,
    owner: String
  ) {
    precondition(FlagKey.isValid(key), "\(key.quoted()) is not a valid flag name.")
    self.key = key
    self.title = title ?? key
    self.defaultValue = defaultValue
    self.description = description
    self.owner = owner
  }

  /// The flag without its type parameter.
  public var declaration: FlagDeclaration { FlagDeclaration(self) }
}

/// A ``FeatureFlag`` without its type parameter, for catalogs and lists.
public struct FlagDeclaration: Sendable {
  /// The name of the flag.
  public let key: String
  /// The name for people, such as `Dark mode`.
  public let title: String
  /// A description of the accepted values that completes the sentence "expected …", such as `true or false`.
  public let expectation: String
  /// The value that applies if no source has a valid value.
  public let defaultContent: FlagContent
  /// A sentence that describes the flag's effect.
  public let description: String
  /// The team responsible for the flag.
  public let owner: String
  /// Converts content to the flag's type, or returns `nil` if the content has another type.
  let normalized: @Sendable (FlagContent) -> FlagContent?

  init<Value: FlagValue>(_ flag: FeatureFlag<Value>) {
    key = flag.key
    title = flag.title
    expectation = Value.flagExpectation
    defaultContent = flag.defaultValue.flagContent
    description = flag.description
    owner = flag.owner
    normalized = { Value(flagContent: $0)?.flagContent }
  }
}

/// All of a program's flags.
public struct FlagCatalog: Sendable {
  /// The flags, in declaration order.
  public let declarations: [FlagDeclaration]

  /// Creates a catalog, or throws an error if the flags' names or environment variables collide.
  public init(declarations: [FlagDeclaration]) throws(FlagCatalogError) {
    var keys: Set<String> = []
    var variables: [String: String] = [:]
    for declaration in declarations {
      guard keys.insert(declaration.key).inserted else { throw .declaredTwice(key: declaration.key) }
      let variable = FlagKey.environmentName(of: declaration.key)
      if let other = variables.updateValue(declaration.key, forKey: variable) {
        throw .sameEnvironmentName(keys: [other, declaration.key], name: variable)
      }
    }
    self.declarations = declarations
  }

  /// Returns the declaration for a key, or `nil` if the key is unknown.
  public subscript(key: String) -> FlagDeclaration? {
    declarations.first { $0.key == key }
  }

  /// Returns the declared key closest to a mistyped key or environment variable, or `nil` if no key is close.
  public func nearest(to word: String) -> String? {
    Spelling.nearest(to: word, among: declarations.map(\.key), limit: 1).first
  }
}

/// The reason why two or more flags can't be in the same catalog.
public enum FlagCatalogError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Two flags have the same key.
  case declaredTwice(key: String)
  /// Several flags would have the same environment variable.
  case sameEnvironmentName(keys: [String], name: String)

  /// A description of the problem and the fix.
  public var description: String {
    switch self {
    case .declaredTwice(let key):
      "The flag '\(key)' is declared twice. Remove or rename one of the two."
    case .sameEnvironmentName(let keys, let name):
      "The flags \(keys.map { "'\($0)'" }.joined(separator: " and ")) are both spelled \(name) in the environment. Rename one of the two."
    }
  }
}

enum FlagKey {
  static func isValid(_ key: String) -> Bool {
    guard let first = key.utf8.first, first.isLetter else { return false }
    return key.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") || isSeparator($0) }
  }

  /// Returns the environment variable name for a key, such as `HTTP_PROXY_URL` for `http.proxyURL`.
  static func environmentName(of key: String) -> String {
    let bytes = Array(key.utf8)
    var name: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if byte.isUppercase, index > 0 {
        let previous = bytes[index - 1]
        // A word begins at an uppercase letter after a lowercase letter or a digit. In a run of uppercase letters,
        // the last one begins a word if a lowercase letter follows.
        let followsWord = previous.isLowercase || previous.isDigit
        let endsCapitals = previous.isUppercase && index + 1 < bytes.count && bytes[index + 1].isLowercase
        if followsWord || endsCapitals { name.append(UInt8(ascii: "_")) }
      }
      name.append(isSeparator(byte) ? UInt8(ascii: "_") : byte.isLowercase ? byte - 0x20 : byte)
    }
    return String(decoding: name, as: UTF8.self)
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
  }
}

extension UInt8 {
  fileprivate var isLowercase: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self) }
  fileprivate var isUppercase: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  fileprivate var isLetter: Bool { isLowercase || isUppercase }
}
