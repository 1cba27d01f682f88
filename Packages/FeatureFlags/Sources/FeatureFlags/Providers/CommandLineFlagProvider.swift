/// Flags that are set by arguments of the form `key=value`.
public struct CommandLineFlagProvider: FlagProvider {
  /// The highest layer.
  public var layer: FlagLayer { .commandLine }
  /// The name of the layer.
  public let name = "command line"
  private let option: String
  private let content: FlagReading

  /// Creates a provider.
  ///
  /// - Parameters:
  ///   - assignments: The arguments, each `key=value`; the last one for a key counts. Everything after the first `=` is the value.
  ///   - option: The option that takes them, for messages.
  public init(assignments: [String], option: String = "--flag") {
    self.option = option
    var content = FlagReading()
    for assignment in assignments {
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2, !parts[0].isEmpty {
        content.values[parts[0]] = .text(parts[1])
      } else {
        content.problems.append("\(option) \(assignment.quoted) is not of the form key=value and was passed over.")
      }
    }
    self.content = content
  }

  /// Returns what the arguments say.
  ///
  /// - Returns: Always the same.
  public func reading() -> FlagReading { content }

  /// Returns the option with a key.
  ///
  /// - Parameter key: A key, declared or not.
  /// - Returns: Such as `--flag newSearch`.
  public func spelling(of key: String) -> String { "\(option) \(key)" }
}
