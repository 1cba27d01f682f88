/// A parsed command line: the command, and its option and argument values.
public struct Invocation: Equatable, Sendable {
  enum Purpose: Equatable, Sendable {
    case run, help, version
  }

  /// The word that represents an enabled flag.
  static let on = "true"
  static let off = "false"

  let purpose: Purpose

  /// The command's name after the names of its parent commands, or an empty array for the program itself.
  public let commandPath: [String]

  /// Whether the command prints while it works.
  public let printsAsItGoes: Bool

  private let optionWords: [String: [String]]
  private let argumentWords: [String: [String]]

  private let knownOptions: Set<String>

  init(
    purpose: Purpose,
    commands: [CommandDeclaration],
    optionWords: [String: [String]],
    argumentWords: [String: [String]]
  ) {
    self.purpose = purpose
    self.commandPath = commands.dropFirst().map(\.name)
    self.optionWords = optionWords
    self.argumentWords = argumentWords
    printsAsItGoes = purpose == .run && commands.last?.printsAsItGoes == true
    knownOptions = Set(commands.flatMap { $0.options.map(\.name) })
  }

  /// The value of an option that the command or one of its parents declares.
  public subscript<Value>(option: Option<Value>) -> Value {
    let name = option.declaration.name
    precondition(understands(option), "--\(name) is not declared for \(commandPath.joined(separator: " "))")
    return Self.value("--" + name, optionWords[name] ?? [], option.read)
  }

  /// The value of a positional argument that the command declares.
  public subscript<Value>(argument argument: Argument<Value>) -> Value {
    let name = argument.declaration.name
    guard let words = argumentWords[name] else {
      preconditionFailure("\(name) is not declared for \(commandPath.joined(separator: " "))")
    }
    return Self.value(name, words, argument.read)
  }

  private static func value<Value>(
    _ name: String,
    _ words: [String],
    _ read: ([String]) throws(ValidationError) -> Value
  ) -> Value {
    do {
      return try read(words)
    } catch {
      preconditionFailure("\(name) was parsed with one declaration but read with another: \(error.reason)")
    }
  }

  /// Returns the last value given for an option, or `nil` if the option isn't given.
  ///
  /// The name has no dashes.
  public func lastWord(ofOption name: String) -> String? { optionWords[name]?.last }

  /// Returns whether the command accepts an option, whose value can then be read.
  public func understands<Value>(_ option: Option<Value>) -> Bool {
    knownOptions.contains(option.declaration.name)
  }
}
