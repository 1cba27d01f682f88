/// One pass over the words of a command line.
///
/// It goes on after an error and keeps the first one, because a request for help may still follow.
struct ParseState {
  let tree: CommandTree
  let words: [String]
  var position = 0

  /// The commands named so far, the program first.
  var commands: [CommandDeclaration]
  private var operands: [String] = []

  /// The words given for each option, by name, and how the option was spelt at first.
  var given: [String: (spelling: String, words: [String])] = [:]
  private var argumentWords: [String: [String]] = [:]

  private(set) var firstError: UsageError?
  var wantsHelp = false
  var wantsVersion = false

  /// Whether the operands name the command whose help is wanted.
  private var isNamingTopic = false

  /// Whether an operand was no command, so that the following ones mean nothing.
  private var isLost = false

  init(tree: CommandTree, words: [String]) {
    self.tree = tree
    self.words = words
    commands = [tree.root]
  }

  /// Help or version, when either is asked for.
  var specialPurpose: Invocation.Purpose? {
    if wantsHelp { return .help }
    if wantsVersion { return .version }
    return isNamingTopic && firstError == nil ? .help : nil
  }

  /// What has been found.
  func invocation(_ purpose: Invocation.Purpose) -> Invocation {
    Invocation(
      purpose: purpose,
      commands: commands,
      optionWords: given.mapValues(\.words),
      argumentWords: argumentWords
    )
  }

  /// Reads all words.
  mutating func run() {
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

  /// Checks what can be judged only when all words have been read.
  mutating func checkWhole() {
    let command = commands[commands.count - 1]
    if command.subcommands.isEmpty {
      assignArguments(of: command)
    } else if command.requiresSubcommand {
      note(.missingCommand(after: commands.map(\.name), available: command.subcommands.map(\.name)))
    }
    for option in commands.flatMap(\.options) {
      if option.isRequired, given[option.name] == nil {
        note(
          .missingOption(
            "--" + option.name,
            command: commands.map(\.name),
            summary: option.summary,
            example: option.example
          )
        )
      }
      guard let first = given[option.name]?.spelling else { continue }
      for excluded in option.excludedNames {
        if let second = given[excluded]?.spelling { note(.conflictingOptions(first, second)) }
      }
    }
  }

  mutating func note(_ error: UsageError) {
    if firstError == nil { firstError = error }
  }

  /// A dash and more, which is not a negative number.
  static func looksLikeOption(_ word: String) -> Bool {
    let scalars = word.unicodeScalars
    guard scalars.first == "-", let second = scalars.dropFirst().first else { return false }
    if second == "." { return scalars.dropFirst(2).first?.properties.numericType == nil }
    return !("0"..."9").contains(second)
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
    if word == CommandDeclaration.help.name, !isNamingTopic {
      isNamingTopic = true
    } else if let next = command.subcommand(named: word) {
      commands.append(next)
    } else {
      isLost = true
      let suggestion = Spelling.nearest(to: word, among: command.subcommands.map(\.name))
      note(.unknownCommand(word, after: commands.map(\.name), suggestion: suggestion))
    }
  }

  private mutating func assignArguments(of command: CommandDeclaration) {
    var rest = operands[...]
    let usage = UsageLine.text(for: commands)
    for argument in command.arguments {
      let taken = argument.isRepeating ? rest : rest.prefix(1)
      rest = rest.dropFirst(taken.count)
      argumentWords[argument.name] = Array(taken)
      if taken.isEmpty, argument.isRequired {
        note(
          .missingArgument(
            argument.name,
            command: commands.map(\.name),
            summary: argument.summary,
            usage: usage
          )
        )
      }
      for word in taken {
        _ = check(word, argument.value, subject: argument.name)
      }
    }
    if let word = rest.first {
      note(.unexpectedArgument(word, command: commands.map(\.name), usage: usage))
    }
  }

  mutating func check(_ word: String, _ value: ValueDeclaration, subject: String) -> Bool {
    do {
      try value.check(word)
      return true
    } catch {
      note(
        .invalidValue(
          subject: subject,
          word: error.redactedWord ?? word,
          problem: error,
          expectation: value.expectation,
          example: value.example
        )
      )
      return false
    }
  }
}
