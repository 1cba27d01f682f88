/// Command help as plain text.
public struct HelpPage: Sendable {
  /// The default page width, in columns.
  public static let usualWidth = 80

  private let commands: [CommandDeclaration]

  /// Creates help for the command at a path, or for the program if there is no such command.
  public init(_ tree: CommandTree, path: [String] = []) {
    commands = tree.commands(along: path) ?? [tree.root]
  }

  /// Returns the help page with a trailing line feed, for a width of at least 30 columns.
  public func text(width: Int = usualWidth) -> String {
    let width = max(30, width)
    var sections = [TextColumns.paragraphs(command.summary, width: width)]
    if !command.discussion.isEmpty { sections.append(TextColumns.paragraphs(command.discussion, width: width)) }
    func add(_ title: String, _ lines: [String]) {
      if !lines.isEmpty { sections.append([title + ":"] + lines) }
    }
    func add(_ title: String, table rows: [(label: String, text: String)]) {
      add(title, TextColumns.table(rows, width: width))
    }
    add("Usage", usageLines(width: width))
    add("Examples", exampleLines(width: width))
    add("Common options", table: optionRows(of: commonOptions, width: width))
    add("Arguments", table: command.arguments.map { ($0.usage, Self.explanation(of: $0)) })
    add("Commands", table: command.subcommands.map { ($0.name, $0.summary) })
    add("Options", table: optionRows(of: command.options.filter { !$0.isCommon }, width: width))
    add("Environment", table: command.allEnvironment.map { ($0.name, $0.summary) })
    add("Exit status", table: command.exitStatuses.map { (String($0.code), $0.meaning) })
    if let closing { sections.append(TextColumns.wrap(closing, width: width)) }
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var command: CommandDeclaration { commands[commands.count - 1] }

  /// The command's own common options, followed by its parent commands' common options.
  private var commonOptions: [OptionDeclaration] {
    commands.reversed().flatMap(\.options).filter(\.isCommon)
  }

  private var closing: String? {
    let program = commands[0].name
    var parts: [String] = []
    if let name = command.defaultSubcommand {
      parts.append("Without a command, this runs '\((commands.map(\.name) + [name]).joined(separator: " "))'.")
    }
    if !command.subcommands.isEmpty {
      let path = ([program, "help"] + commands.dropFirst().map(\.name)).joined(separator: " ")
      parts.append("'\(path) COMMAND' explains a command.")
    }
    if commands.count > 1, commands.dropLast().flatMap(\.options).contains(where: { !$0.isCommon }) {
      parts.append("'\(program) help' lists the options that every command accepts.")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// Returns the usage line for a command, such as `tool list WHAT [options]`.
  static func usage(of commands: [CommandDeclaration]) -> String {
    guard let command = commands.last else { return "" }
    var parts = commands.map(\.name)
    if !command.subcommands.isEmpty { parts.append(command.requiresSubcommand ? "COMMAND" : "[COMMAND]") }
    for option in commands.flatMap(\.options) where option.isRequired {
      parts.append("--\(option.name) \(option.value?.placeholder ?? "")")
    }
    parts += command.arguments.map(\.usage)
    parts.append("[options]")
    return parts.joined(separator: " ")
  }

  private func usageLines(width: Int) -> [String] {
    TextColumns.wrap(Self.usage(of: commands), width: width - 6).enumerated().map { (index, line) in
      (index == 0 ? "  " : "      ") + line
    }
  }

  private func exampleLines(width: Int) -> [String] {
    command.examples.flatMap { example in
      // Command lines aren't wrapped, so that users can copy them.
      ["  " + example.commandLine] + TextColumns.paragraphs(example.summary, indentation: 6, width: width)
    }
  }

  private func optionRows(of options: [OptionDeclaration], width: Int) -> [(label: String, text: String)] {
    // If any option has a short form, labels are aligned at the long forms, unless explanations go below the
    // labels.
    let hasLetters = !TextColumns.isNarrow(width) && options.contains { $0.shortName != nil }
    return options.map { option in
      let letter = option.shortName.map { "-\($0), " } ?? (hasLetters ? "    " : "")
      return (letter + Self.label(of: option), Self.explanation(of: option))
    }
  }

  private static func label(of option: OptionDeclaration) -> String {
    switch option.form {
    case .flag: "--\(option.name)"
    case .negatableFlag: "--[no-]\(option.name)"
    case .value(let value): "--\(option.name) \(value.placeholder)"
    }
  }

  static func explanation(of option: OptionDeclaration) -> String {
    var parts = [option.summary]
    if let value = option.value { parts += choices(of: value) }
    if option.isRequired { parts.append("Required.") }
    if option.isRepeatable { parts.append("May be repeated.") }
    if let text = option.defaultText { parts.append("Default: \(text).") }
    return parts.joined(separator: " ")
  }

  static func explanation(of argument: ArgumentDeclaration) -> String {
    ([argument.summary] + choices(of: argument.value)).joined(separator: " ")
  }

  /// Returns a value's choices, unless the placeholder already shows them.
  private static func choices(of value: ValueDeclaration) -> [String] {
    let words = value.choices.map(\.word)
    guard !words.isEmpty, value.placeholder != words.joined(separator: "|") else { return [] }
    return ["One of: \(words.joined(separator: ", "))."]
  }
}

/// Help text layout, which assumes that every character takes one column.
private enum TextColumns {
  /// Returns text wrapped at its spaces, with words longer than the width on separate lines.
  static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(whereSeparator: \.isWhitespace) {
      if line.isEmpty {
        line = String(word)
      } else if line.count + 1 + word.count <= width {
        line += " " + word
      } else {
        lines.append(line)
        line = String(word)
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Returns text whose paragraphs, separated by empty lines, are wrapped and indented.
  static func paragraphs(_ text: String, indentation: Int = 0, width: Int) -> [String] {
    let margin = String(repeating: " ", count: indentation)
    var lines: [String] = []
    for paragraph in text.split(separator: "\n\n") {
      if !lines.isEmpty { lines.append("") }
      lines += wrap(String(paragraph), width: max(1, width - indentation)).map { margin + $0 }
    }
    return lines
  }

  static func isNarrow(_ width: Int) -> Bool { width < 50 }

  /// Returns a table of labels and explanations; the explanation of a wide label starts on the next line.
  static func table(_ rows: [(label: String, text: String)], width: Int) -> [String] {
    let indentation = 2
    let gap = 2
    // Labels get at most two fifths of the width, which leaves more room for explanations.
    let widest = min(width * 2 / 5, 32)
    let column = rows.map(\.label.count).filter { $0 <= widest }.max() ?? 0
    let isNarrow = isNarrow(width)
    let textStart = isNarrow ? 6 : indentation + column + gap
    let margin = String(repeating: " ", count: textStart)
    var lines: [String] = []
    for row in rows {
      let label = "  " + row.label
      var text = wrap(row.text, width: max(1, width - textStart))
      if !isNarrow, row.label.count <= column, !text.isEmpty {
        let first = text.removeFirst()
        lines.append(label + String(repeating: " ", count: textStart - label.count) + first)
      } else {
        lines.append(label)
      }
      lines += text.map { margin + $0 }
    }
    return lines
  }
}
