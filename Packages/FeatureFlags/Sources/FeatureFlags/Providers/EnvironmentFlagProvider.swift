/// Flags that are set by environment variables: a prefix, followed by the key in capitals with underscores between words.
///
/// With the prefix `TOOL_FLAG_`, the flag `newSearch` is set by `TOOL_FLAG_NEW_SEARCH`, and `http.proxyURL` by `TOOL_FLAG_HTTP_PROXY_URL`.
public struct EnvironmentFlagProvider: FlagProvider {
  /// The layer below the command line.
  public var layer: FlagLayer { .environment }
  /// The name of the layer.
  public let name = "environment"
  /// Stands before names that belong to no flag: a key can't begin so, whatever follows.
  private static let unknown = "$"
  private let prefix: String
  private let content: FlagReading

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - prefix: What the names of all variables begin with that set flags. A variable that begins so and names no flag is warned about.
  ///   - environment: The variables.
  ///   - catalog: The flags.
  public init(prefix: String, environment: [String: String], catalog: FlagCatalog) {
    self.prefix = prefix
    let keys = Dictionary(
      catalog.declarations.map { (FlagKey.environmentName(of: $0.key), $0.key) },
      uniquingKeysWith: { first, _ in first }
    )
    var content = FlagReading()
    for (variable, text) in environment where variable.hasPrefix(prefix) {
      let name = String(variable.dropFirst(prefix.count))
      content.values[keys[name] ?? Self.unknown + name] = .text(text)
    }
    self.content = content
  }

  /// Returns what the variables say.
  ///
  /// - Returns: Always the same.
  public func reading() -> FlagReading { content }

  /// Returns the name of the variable of a key.
  ///
  /// - Parameter key: A key, declared or not.
  /// - Returns: Such as `TOOL_FLAG_NEW_SEARCH`.
  public func spelling(of key: String) -> String {
    prefix + (key.hasPrefix(Self.unknown) ? String(key.dropFirst()) : FlagKey.environmentName(of: key))
  }
}
