/// All flags of a program.
public struct FlagCatalog: Sendable {
  /// The flags, in the order in which they were listed.
  public let declarations: [FlagDeclaration]
  private let positions: [String: Int]

  /// Creates a catalogue of flags.
  ///
  /// - Parameter flags: The flags.
  /// - Throws: ``FlagCatalogError`` if names collide.
  public init<each Value: FlagValue>(_ flags: repeat FeatureFlag<each Value>) throws(FlagCatalogError) {
    var declarations: [FlagDeclaration] = []
    for flag in repeat each flags { declarations.append(flag.declaration) }
    try self.init(declarations: declarations)
  }

  /// Creates a catalogue of flags that several modules declare.
  ///
  /// - Parameter declarations: The flags.
  /// - Throws: ``FlagCatalogError`` if names collide.
  public init(declarations: [FlagDeclaration]) throws(FlagCatalogError) {
    var positions: [String: Int] = [:]
    var variables: [String: String] = [:]
    for (position, declaration) in declarations.enumerated() {
      guard positions.updateValue(position, forKey: declaration.key) == nil else {
        throw .declaredTwice(key: declaration.key)
      }
      let variable = FlagKey.environmentName(of: declaration.key)
      if let other = variables.updateValue(declaration.key, forKey: variable) {
        throw .sameEnvironmentName(keys: [other, declaration.key], name: variable)
      }
    }
    self.declarations = declarations
    self.positions = positions
  }

  /// The declaration of a key, if there is one.
  public subscript(key: String) -> FlagDeclaration? {
    positions[key].map { declarations[$0] }
  }

  /// Returns the declared key that is most like a word, if one is nearly the same.
  ///
  /// - Parameter word: A word, in the spelling of a key or of an environment variable.
  /// - Returns: The key, or `nil` if none differs in less than about a third of its characters.
  public func nearest(to word: String) -> String? {
    word.nearest(among: declarations.lazy.map(\.key))
  }
}
