/// The help of one command as plain text.
struct HelpPage: Sendable {
  /// The width used where none is known: that of the classic terminal.
  static let usualWidth = 80

  /// The commands along the path, the program first.
  private let commands: [CommandDeclaration]

  /// The help of the command at a path, or of the program when there is none.
  ///
  /// The path is made of names without the program's, such as ``Invocation/commandPath``.
  init(_ tree: CommandTree, path: [String] = []) {
    commands = tree.commands(along: path) ?? [tree.root]
  }

  /// The page, with a line feed at its end.
  ///
  /// `width` is the number of columns available; less than 30 is treated as 30.
  func text(width: Int = usualWidth) -> String {
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
    add("Environment", table: environmentRows)
    add("Exit status", table: command.exitStatuses.map { (String($0.code), $0.meaning) })
    if let closing { sections.append(TextColumns.wrap(closing, width: width)) }
    return sections.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var command: CommandDeclaration { commands[commands.count - 1] }

  /// The command's own common options, then those that it understands as well.
  private var commonOptions: [OptionDeclaration] {
    commands.reversed().flatMap(\.options).filter(\.isCommon)
  }

  private var environmentRows: [(label: String, text: String)] {
    let ofOptions = command.options.compactMap { option in
      option.environmentVariable.map { (label: $0, text: "The same as --\(option.name).") }
    }
    return ofOptions + command.environment.map { ($0.name, $0.summary) }
  }

  private var closing: String? {
    let program = commands[0].name
    var parts: [String] = []
    if !command.subcommands.isEmpty {
      let path = ([program, "help"] + commands.dropFirst().map(\.name)).joined(separator: " ")
      parts.append("'\(path) COMMAND' tells more about a command.")
    }
    if commands.count > 1, commands.dropLast().flatMap(\.options).contains(where: { !$0.isCommon }) {
      parts.append("'\(program) help' lists the options that every command understands.")
    }
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// The usage line, continued with an indentation when it is too long.
  private func usageLines(width: Int) -> [String] {
    TextColumns.wrap(UsageLine.text(for: commands), width: width - 6).enumerated().map { (index, line) in
      (index == 0 ? "  " : "      ") + line
    }
  }

  private func exampleLines(width: Int) -> [String] {
    command.examples.flatMap { example in
      // The command line is never broken, so that it can be copied.
      ["  " + example.commandLine] + TextColumns.paragraphs(example.summary, indentation: 6, width: width)
    }
  }

  private func optionRows(of options: [OptionDeclaration], width: Int) -> [(label: String, text: String)] {
    // Labels line up at their long names when any has a letter, unless explanations stand below them.
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

  /// The summary, followed by what the declaration knows besides.
  static func explanation(of option: OptionDeclaration) -> String {
    var parts = [option.summary]
    if let value = option.value { parts += choices(of: value) }
    if option.isRequired { parts.append("Required.") }
    if option.isRepeatable { parts.append("May be repeated.") }
    if let text = option.defaultText { parts.append("Default: \(text).") }
    return parts.joined(separator: " ")
  }

  /// The summary, followed by what the declaration knows besides.
  static func explanation(of argument: ArgumentDeclaration) -> String {
    ([argument.summary] + choices(of: argument.value)).joined(separator: " ")
  }

  /// The words allowed, unless the placeholder shows them already.
  private static func choices(of value: ValueDeclaration) -> [String] {
    let words = value.choices.map(\.word)
    guard !words.isEmpty, value.placeholder != words.joined(separator: "|") else { return [] }
    return ["One of: \(words.joined(separator: ", "))."]
  }
}
