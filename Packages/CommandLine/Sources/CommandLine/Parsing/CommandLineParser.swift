import Basics

/// A parser for command lines that follow a ``CommandTree``.
///
/// The rules follow POSIX (Base Definitions 12.2, Utility Syntax Guidelines) and GNU's long options:
/// - An option can appear anywhere after the command that declares it. The program's own options can appear
///   anywhere.
/// - Values can be given as `--name value`, `--name=value`, `-x value`, `-xvalue` or `-x=value`. Flags can be
///   combined, as in `-ab` and `-abx value`.
/// - Option names can't be abbreviated. An option can be given only once unless it is declared as repeatable.
/// - A word that begins with a dash isn't taken as the value of the preceding option, except for `-` alone and
///   negative numbers. `--name=value` accepts any value.
/// - `--` ends the options. `-` and negative numbers are operands.
/// - `-h`, `--help`, `--version`, and `help` in place of a command are recognized even if the rest of the command
///   line is invalid. Help takes precedence over the version.
public struct CommandLineParser: Sendable {
  private let tree: CommandTree

  /// Creates a parser.
  public init(_ tree: CommandTree) {
    self.tree = tree
  }

  /// Parses a command line without the program's name, giving help and version requests precedence over usage errors.
  public func parse(_ words: [String]) throws(UsageError) -> Invocation {
    var state = ParseState(tree: tree, words: words)
    state.readWords()
    if let purpose = state.specialPurpose { return state.invocation(purpose) }
    state.enterImplicitSubcommand()
    state.checkWhole()
    if let error = state.firstError { throw error }
    return state.invocation(.run)
  }

  /// Parses a command line that may contain errors, so only the program's own options can be read from the result.
  public func parseLeniently(_ words: [String]) -> Invocation {
    var state = ParseState(tree: tree, words: words)
    state.readWords()
    return state.invocation(state.specialPurpose ?? .run)
  }
}

/// The state of a single parse, which continues after the first error, because a help request may follow.
private struct ParseState {
  let tree: CommandTree
  let words: [String]
  private var position = 0

  private var commands: [CommandDeclaration]
  private var operands: [String] = []

  /// Each option's words, by option name, with the first spelling of the option on the command line.
  private var given: [String: (spelling: String, words: [String])] = [:]
  private var argumentWords: [String: [String]] = [:]

  private(set) var firstError: UsageError?
  private var wantsHelp = false
  private var wantsVersion = false

  /// Whether the operands are the path of the command that the user wants help for.
  private var isNamingTopic = false

  /// Whether an operand was an unknown command, in which case later operands are meaningless.
  private var isLost = false

  init(tree: CommandTree, words: [String]) {
    self.tree = tree
    self.words = words
    commands = [tree.root]
  }

  var specialPurpose: Invocation.Purpose? {
    if wantsHelp { return .help }
    if wantsVersion { return .version }
    return isNamingTopic && firstError == nil ? .help : nil
  }

  func invocation(_ purpose: Invocation.Purpose) -> Invocation {
    Invocation(
      purpose: purpose,
      commands: commands,
      optionWords: given.mapValues(\.words),
      argumentWords: argumentWords
    )
  }

  mutating func readWords() {
    var areOptionsOver = false
    while position < words.count {
      let word = words[position]
      position += 1
      if areOptionsOver || !Self.looksLikeOption(word) {
        takeOperand(word)
      } else if word == "--" {
        areOptionsOver = true
      } else if word.hasPrefix("--") {
        takeLongOption(word)
      } else {
        takeShortOptions(word)
      }
    }
  }

  mutating func enterImplicitSubcommand() {
    guard !isLost, !isNamingTopic, let next = commands[commands.count - 1].implicitSubcommand else { return }
    commands.append(next)
  }

  mutating func checkWhole() {
    let command = commands[commands.count - 1]
    if command.subcommands.isEmpty {
      assignArguments(of: command)
    } else if command.requiresSubcommand {
      note(.missingCommand(after: path, available: command.subcommands.map(\.name)))
    }
    for option in commands.flatMap(\.options) {
      if option.isRequired, given[option.name] == nil {
        note(.missingOption("--" + option.name, command: path, summary: option.summary, example: option.example))
      }
      guard let first = given[option.name]?.spelling else { continue }
      for excluded in option.excludedNames {
        if let second = given[excluded]?.spelling { note(.conflictingOptions(first, second)) }
      }
    }
  }

  private var path: [String] { commands.map(\.name) }

  private mutating func note(_ error: UsageError) {
    if firstError == nil { firstError = error }
  }

  /// Returns whether a word is a dash followed by other characters, but not a negative number.
  private static func looksLikeOption(_ word: String) -> Bool {
    let scalars = word.unicodeScalars
    guard scalars.first == "-", let second = scalars.dropFirst().first else { return false }
    if second == "." { return scalars.dropFirst(2).first?.properties.numericType == nil }
    return !("0"..."9").contains(second)
  }

  private mutating func check(_ word: String, _ value: ValueDeclaration, subject: String) -> Bool {
    do {
      try value.check(word)
      return true
    } catch {
      note(
        .invalidValue(
          subject: subject,
          word: error.redactedWord ?? word,
          error: error,
          expectation: value.expectation,
          example: value.example
        )
      )
      return false
    }
  }
}

// MARK: - Operands

extension ParseState {
  private mutating func takeOperand(_ word: String) {
    let command = commands[commands.count - 1]
    guard !isLost else { return }
    guard isNamingTopic || !command.subcommands.isEmpty else {
      operands.append(word)
      return
    }
    if word == CommandDeclaration.helpName, !isNamingTopic {
      isNamingTopic = true
    } else if let next = command.subcommand(named: word) {
      commands.append(next)
    } else {
      isLost = true
      let suggestion = Spelling.nearest(to: word, among: command.subcommands.map(\.name), limit: 1).first
      note(.unknownCommand(word, after: path, suggestion: suggestion))
    }
  }

  private mutating func assignArguments(of command: CommandDeclaration) {
    var rest = operands[...]
    let usage = HelpPage.usage(of: commands)
    for argument in command.arguments {
      let taken = argument.isRepeating ? rest : rest.prefix(1)
      rest = rest.dropFirst(taken.count)
      argumentWords[argument.name] = Array(taken)
      if taken.isEmpty, argument.isRequired {
        note(.missingArgument(argument.name, command: path, summary: argument.summary, usage: usage))
      }
      for word in taken { _ = check(word, argument.value, subject: argument.name) }
    }
    if let word = rest.first { note(.unexpectedArgument(word, command: path, usage: usage)) }
  }
}

// MARK: - Options

extension ParseState {
  /// The options accepted at this point, starting with those of the innermost command.
  private var optionsInScope: [OptionDeclaration] { commands.reversed().flatMap(\.options) }

  private mutating func takeLongOption(_ word: String) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    let attached = parts.count > 1 ? parts[1] : nil
    let spelling = "--" + name
    enterImplicitSubcommand { $0.name == name || $0.isNegatable && "no-" + $0.name == name }
    let options = optionsInScope
    if let option = options.first(where: { $0.name == name }) {
      take(option, spelling: spelling, attached: attached, isOn: true)
    } else if let option = options.first(where: { $0.isNegatable && "no-" + $0.name == name }) {
      take(option, spelling: spelling, attached: attached, isOn: false)
    } else {
      reportUnknownOption(spelling, name: name, hasValue: attached != nil)
    }
  }

  /// Continues with the default subcommand if only that subcommand accepts the option.
  private mutating func enterImplicitSubcommand(for isMeant: (OptionDeclaration) -> Bool) {
    guard let next = commands[commands.count - 1].implicitSubcommand, next.options.contains(where: isMeant),
      !optionsInScope.contains(where: isMeant)
    else { return }
    enterImplicitSubcommand()
  }

  private mutating func takeShortOptions(_ word: String) {
    var letters = word.dropFirst()
    if let first = letters.first { enterImplicitSubcommand { $0.shortName == first } }
    let options = optionsInScope
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.shortName == letter }) else {
        // A long name after a single dash is the most likely mistake, so compare the whole name.
        let name = word.dropFirst().prefix { $0 != "=" }
        let suggestion = name.count > 1 ? nearestOption(to: "--" + name) : nil
        let unknown = suggestion == nil ? "-" + String(letter) : "-" + name
        note(.unknownOption(unknown, command: path, suggestion: suggestion, owner: nil))
        return
      }
      guard option.value == nil else {
        let value = letters.first == "=" ? letters.dropFirst() : letters
        if !letters.isEmpty, isLongName(word, insteadOf: String(value), for: option) { return }
        take(option, spelling: "-" + String(letter), attached: letters.isEmpty ? nil : String(value), isOn: true)
        return
      }
      if letters.first == "=" {
        note(.unexpectedValue(option: "-" + String(letter), value: String(letters.dropFirst())))
        letters = ""
      }
      take(option, spelling: "-" + String(letter), attached: nil, isOn: true)
    }
  }

  private func nearestOption(to spelling: String) -> String? {
    Spelling.nearest(to: spelling, among: optionsInScope.flatMap(\.longSpellings), limit: 1).first
  }

  /// Returns whether a long name follows a single dash, as in `-top` for `--top`, and reports the mistake; `false` if
  /// the letters after the first one are a valid value.
  private mutating func isLongName(_ word: String, insteadOf value: String, for option: OptionDeclaration) -> Bool {
    let name = word.dropFirst().prefix { $0 != "=" }
    guard optionsInScope.contains(where: { $0.name == name }), (try? option.value?.check(value)) == nil else {
      return false
    }
    note(.unknownOption("-" + name, command: path, suggestion: "--" + name, owner: nil))
    return true
  }

  private mutating func take(_ option: OptionDeclaration, spelling: String, attached: String?, isOn: Bool) {
    wantsHelp = wantsHelp || option.name == Option.help.declaration.name
    wantsVersion = wantsVersion || option.name == Option.version.declaration.name
    var word = isOn ? Invocation.on : Invocation.off
    if let value = option.value {
      guard let text = attached ?? takeNextAsValue() else {
        let next = position < words.count ? words[position] : nil
        note(.missingValue(option: spelling, expectation: value.expectation, example: value.example, next: next))
        return
      }
      guard check(text, value, subject: spelling) else { return }
      word = text
    } else if let attached {
      note(.unexpectedValue(option: spelling, value: attached))
      return
    }
    if let earlier = given[option.name] {
      if !option.isRepeatable { note(.repeatedOption(spelling, first: earlier.spelling)) }
      given[option.name]?.words.append(word)
    } else {
      given[option.name] = (spelling, [word])
    }
  }

  private mutating func takeNextAsValue() -> String? {
    guard position < words.count, !Self.looksLikeOption(words[position]) else { return nil }
    position += 1
    return words[position - 1]
  }

  private mutating func reportUnknownOption(_ spelling: String, name: String, hasValue: Bool) {
    let suggestion = nearestOption(to: spelling)
    var owner: [String]?
    if let ownerPath = tree.path(ofOption: name),
      let option = tree.commands(along: ownerPath)?.last?.options.first(where: { $0.name == name })
    {
      owner = [tree.root.name] + ownerPath
      // The next word is the misplaced option's value, not a command.
      if option.value != nil, !hasValue { _ = takeNextAsValue() }
    }
    note(.unknownOption(spelling, command: path, suggestion: suggestion, owner: owner))
  }
}
