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

/// The data shared by the completion scripts of all shells.
///
/// Each script walks through the words before the cursor as the parser does. It keeps track of the *place*: the
/// commands named so far, separated by slashes (`/`, `/parcels/labels/`).
struct CompletionTable {
  /// The completions in one situation.
  struct Offer {
    /// The value to complete: of an option, by its spellings, or of an argument, by its index from 0 (`nil` for all
    /// further arguments).
    enum Subject {
      case option([String])
      case argument(Int?)
    }

    var subject: Subject
    var name: String
    var choices: [Choice]
    /// The words that make the program print replacements for the choices, or no words.
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

    /// Returns the pattern in bash and zsh for a place and the value to complete.
    ///
    /// Options also apply below the place of their command.
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

    /// The completions of values, including values that accept free text.
    var offers: [Offer]
  }

  let program: String

  /// The program's name, limited to characters that are valid in a function name.
  let identifier: String

  /// All commands except `help`, which is followed by the names of commands.
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

  /// Returns a one-line summary without the final period, for shells that show it next to a word.
  static func description(_ summary: String) -> String {
    let line = summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.hasSuffix(".") ? String(line.dropLast()) : line
  }

  /// Returns the words of a command in a shell's syntax, with the shell's expression for the word before the cursor's
  /// word.
  static func words(of command: [String], previous: String, quoted: (String) -> String) -> String {
    command.map { $0 == Choice.previousWord ? previous : quoted($0) }.joined(separator: " ")
  }

  /// Returns a text quoted as one word of a POSIX shell (POSIX, Shell Command Language 2.2.2).
  static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}

extension OptionDeclaration {
  /// All spellings with descriptions.
  var describedSpellings: [(spelling: String, summary: String)] {
    spellings.map { spelling in
      (spelling, isNegatable && spelling == "--no-" + name ? "The opposite of --\(name)." : summary)
    }
  }
}
