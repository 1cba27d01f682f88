/// Everything that a ``FlagProvider`` says at one moment.
public struct FlagReading: Sendable, Equatable {
  /// What is said about which key.
  ///
  /// Keys that the program doesn't declare belong here as well: they are warned about.
  public var values: [String: FlagContent]
  /// What is wrong with the provider's source as a whole, in sentences for people.
  public var problems: [String]

  /// Creates a reading.
  ///
  /// - Parameters:
  ///   - values: What is said about which key.
  ///   - problems: What is wrong with the provider's source as a whole, in sentences for people.
  public init(values: [String: FlagContent] = [:], problems: [String] = []) {
    self.values = values
    self.problems = problems
  }
}
