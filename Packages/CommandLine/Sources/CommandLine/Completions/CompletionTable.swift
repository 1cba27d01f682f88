/// A shell for which completions can be generated.
public enum CompletionShell: String, CaseIterable, Sendable {
  /// Bash 4.4 or newer.
  case bash

  /// Zsh 5 or newer.
  case zsh

  /// Fish 3 or newer.
  case fish

  /// Generates the completion script for a program.
  public func script(for tree: CommandTree) -> String {
    switch self {
    case .bash: BashCompletions(tree).script
    case .zsh: ZshCompletions(tree).script
    case .fish: FishCompletions(tree).script
    }
  }
}

/// The data shared by the completion scripts for all shells.
///
/// Each script walks through the words before the cursor, following the parser's rules. It keeps track of the
/// *place*: the commands typed so far, separated by slashes (`/`, `/parcels/labels/`).
struct CompletionTable {
  struct Offer {
    /// An option's value, identified by the option's spellings, or an argument, identified by its index (`nil` for all
    /// further arguments).
    enum Subject {
      case option([String])
      case argument(Int?)
    }

    var subject: Subject
    var name: String
    var choices: [Choice]
    /// The arguments that make the program print completions in place of the choices, or an empty array.
    var command: [String]
    var completion: CompletionKind

    init(_ subject: Subject, name: String, _ value: ValueDeclaration) {
      self.subject = subject
      self.name = name
      choices = value.offered
      command = value.suggestionCommand
      completion = value.completion
    }

    var isOfOption: Bool {
      if case .option = subject { true } else { false }
    }

    /// Returns the bash and zsh pattern for a place and the value to complete.
    ///
    /// An option also applies to subcommands of the command that declares it.
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

  struct Row {
    var place: String
    var command: CommandDeclaration

    /// The completions for values, including values that accept free text.
    var offers: [Offer]
  }

  let program: String

  /// The program's name, limited to characters that are valid in a function name.
  let identifier: String

  /// All commands except `help`, whose arguments are command names.
  let rows: [Row]

  init(_ tree: CommandTree) {
    program = tree.root.name
    identifier = String(tree.root.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    rows = tree.all.compactMap { path, command in
      guard path != [CommandDeclaration.helpName] else { return nil }
      var offers = command.options.compactMap { option in
        option.value.map { Offer(.option(option.spellings), name: option.name, $0) }
      }
      for (index, argument) in command.arguments.enumerated() {
        offers.append(Offer(.argument(argument.isRepeating ? nil : index), name: argument.name, argument.value))
      }
      return Row(place: Self.place(path), command: command, offers: offers)
    }
  }

  var asksProgram: Bool { rows.contains { $0.offers.contains { !$0.command.isEmpty } } }

  private static func place(_ path: [String]) -> String {
    "/" + path.map { $0 + "/" }.joined()
  }

  /// Returns a one-line summary without the final period, for shells that show it next to a completion.
  static func description(_ summary: String) -> String {
    let line = summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  /// Returns a command's arguments in shell syntax, with ``Choice/previousWord`` replaced by `previous`.
  static func words(of command: [String], previous: String, quoted: (String) -> String) -> String {
    command.map { $0 == Choice.previousWord ? previous : quoted($0) }.joined(separator: " ")
  }

  /// Returns text quoted as one POSIX shell word (POSIX, Shell Command Language 2.2.2).
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

extension OptionDeclaration {
  var describedSpellings: [(spelling: String, summary: String)] {
    spellings.map { spelling in
      (spelling, isNegatable && spelling == "--no-" + name ? "The opposite of --\(name)." : summary)
    }
  }
}
