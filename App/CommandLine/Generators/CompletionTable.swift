/// What the completion scripts of all shells are made of.
///
/// Each script walks the words before the cursor as the parser does and keeps the *place*: the commands named so far,
/// between slashes (`/`, `/markets/alerts/`).
struct CompletionTable {
  /// What may be offered in one situation.
  struct Offer {
    /// The situation: an option as it is written, or the number of an argument (from 0; nil for all further ones).
    enum Subject {
      case option([String])
      case argument(Int?)
    }

    var subject: Subject
    var name: String
    var choices: [Choice]
    /// The words that have the program print what takes the choices' place; empty for none.
    var command: [String]
    var completion: CompletionKind

    init(_ subject: Subject, name: String, _ value: ValueDeclaration) {
      self.subject = subject
      self.name = name
      choices = value.choices + value.suggestions
      command = value.suggestionCommand
      completion = value.completion
    }

    /// Whether the value is an option's.
    var isOfOption: Bool {
      if case .option = subject { true } else { false }
    }

    /// The pattern of bash and zsh for the place, a space and the subject.
    ///
    /// Options are understood at their command's place and below, arguments at the place only.
    func pattern(at place: String) -> String {
      switch subject {
      case .option(let spellings):
        spellings.map { "\(CompletionTable.quoted(place))*\(CompletionTable.quoted(" " + $0))" }
          .joined(separator: " | ")
      case .argument(let index?): CompletionTable.quoted("\(place) \(index)")
      case .argument(nil): CompletionTable.quoted(place + " ") + "[0-9]*"
      }
    }
  }

  /// One command.
  struct Row {
    /// The command's place.
    var place: String

    /// The command with its options and subcommands.
    var command: CommandDeclaration

    /// What to offer for values, those that take free text included.
    var offers: [Offer]
  }

  /// The program's name.
  let program: String

  /// The program's name with only what a function's name may contain.
  let identifier: String

  /// All commands but `help`, whose words are commands again.
  let rows: [Row]

  init(_ tree: CommandTree) {
    program = tree.root.name
    identifier = String(tree.root.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    rows = tree.all.compactMap { path, command in
      guard path != [CommandDeclaration.help.name] else { return nil }
      var offers = command.options.compactMap { option in
        option.value.map { Offer(.option(option.spellings), name: option.name, $0) }
      }
      for (index, argument) in command.arguments.enumerated() {
        offers.append(Offer(.argument(argument.isRepeating ? nil : index), name: argument.name, argument.value))
      }
      return Row(place: Self.place(path), command: command, offers: offers)
    }
  }

  /// Whether anything is offered that only the program knows.
  var asksProgram: Bool { rows.contains { $0.offers.contains { !$0.command.isEmpty } } }

  private static func place(_ path: [String]) -> String {
    "/" + path.map { $0 + "/" }.joined()
  }

  /// A summary as shells show it beside a word: one line, without the full stop.
  static func description(_ summary: String) -> String {
    let line = summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  /// A text as one word of a POSIX shell, whatever is in it (POSIX, Shell Command Language 2.2.2).
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

extension OptionDeclaration {
  /// All spellings, with dashes, the long ones first.
  var spellings: [String] {
    longSpellings + (shortName.map { ["-\($0)"] } ?? [])
  }

  /// All spellings, each with what it does.
  var describedSpellings: [(spelling: String, summary: String)] {
    spellings.map { spelling in
      (spelling, isNegatable && spelling == "--no-" + name ? "The opposite of --\(name)." : summary)
    }
  }
}
