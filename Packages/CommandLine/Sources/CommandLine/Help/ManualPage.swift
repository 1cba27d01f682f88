/// The program's manual page for section 1, with man(7) macros.
public struct ManualPage: Sendable {
  private let tree: CommandTree
  private let version: String
  private let date: String
  private let sections: [Section]

  /// A program-specific section, such as the keyboard shortcuts for interactive screens.
  public struct Section: Sendable {
    let title: String
    let text: String
    let items: [(label: String, text: String)]

    /// Creates a section with paragraphs, separated by blank lines, and labeled items.
    public init(_ title: String, text: String = "", items: [(label: String, text: String)] = []) {
      self.title = title
      self.text = text
      self.items = items
    }
  }

  /// Creates a manual page with a release date, such as `2026-01-31`, and with additional sections after the commands.
  public init(_ tree: CommandTree, version: String, date: String = "", sections: [Section] = []) {
    self.tree = tree
    self.version = version
    self.date = date
    self.sections = sections
  }

  /// The roff source of the page.
  public var source: String {
    let root = tree.root
    var lines = [
      ".TH \(Self.argument(root.name.uppercased())) 1 \(Self.argument(date)) "
        + "\(Self.argument("\(root.name) \(version)")) \(Self.argument("User Commands"))",
      // Hyphenation and justification are off, because command lines must appear exactly as typed.
      ".nh", ".ad l",
    ]
    lines += [".SH NAME", "\(Self.escaped(root.name)) \\- \(Self.escaped(CompletionTable.description(root.summary)))"]
    lines += [".SH SYNOPSIS"] + synopsis(of: [root])
    lines += [".SH DESCRIPTION"] + Self.paragraphs(root.discussion.isEmpty ? root.summary : root.discussion)
    lines += list("OPTIONS", root.options.map { (Self.label(of: $0), HelpPage.explanation(of: $0)) })
    let commands = tree.all.dropFirst()
    if !commands.isEmpty { lines.append(".SH COMMANDS") }
    for entry in commands { lines += section(for: entry.path) }
    for section in sections {
      lines.append(".SH \(Self.argument(section.title.uppercased()))")
      lines += Self.paragraphs(section.text)
      lines += section.items.flatMap { Self.item(Self.bold($0.label), $0.text) }
    }
    lines += list("EXIT STATUS", root.exitStatuses.map { (Self.bold(String($0.code)), $0.meaning) })
    lines += list("ENVIRONMENT", environment)
    lines += list("FILES", root.files.map { (Self.italic($0.name), $0.summary) })
    let examples = tree.all.flatMap(\.command.examples)
    lines += list("EXAMPLES", examples.map { (Self.bold($0.commandLine), $0.summary) })
    return lines.joined(separator: "\n") + "\n"
  }

  private var environment: [(label: String, text: String)] {
    // Several commands can share an option and its variable.
    var seen: Set<String> = []
    let ofOptions = tree.all.flatMap(\.command.options).compactMap { option in
      option.environmentVariable.flatMap { name in
        seen.insert(name).inserted ? (label: Self.bold(name), text: "The same as --\(option.name).") : nil
      }
    }
    return ofOptions + tree.all.flatMap(\.command.environment).map { (Self.bold($0.name), $0.summary) }
  }

  private func section(for path: [String]) -> [String] {
    guard let commands = tree.commands(along: path), let command = commands.last else { return [] }
    var lines = [".SS \(Self.argument(path.joined(separator: " ")))"] + synopsis(of: commands) + [".PP"]
    lines += Self.paragraphs(command.summary + "\n\n" + command.discussion)
    for argument in command.arguments {
      lines += Self.item(Self.italic(argument.name), HelpPage.explanation(of: argument))
    }
    for option in command.options { lines += Self.item(Self.label(of: option), HelpPage.explanation(of: option)) }
    return lines
  }

  private func synopsis(of commands: [CommandDeclaration]) -> [String] {
    let names = commands.map(\.name).joined(separator: " ")
    let rest = HelpPage.usage(of: commands).dropFirst(names.count)
    return [Self.bold(names) + Self.escaped(String(rest))]
  }

  private func list(_ title: String, _ items: [(label: String, text: String)]) -> [String] {
    items.isEmpty ? [] : [".SH \(title)"] + items.flatMap { Self.item($0.label, $0.text) }
  }
}

extension ManualPage {
  private static func label(of option: OptionDeclaration) -> String {
    let names = (option.shortName.map { ["-\($0)"] } ?? []) + option.longSpellings
    let value = option.value.map { " " + italic($0.placeholder) } ?? ""
    return names.map(bold).joined(separator: ", ") + value
  }

  private static func item(_ label: String, _ text: String) -> [String] {
    [".TP", label, escaped(text)]
  }

  private static func paragraphs(_ text: String) -> [String] {
    let paragraphs = text.split(separator: "\n\n").map { paragraph in
      escaped(paragraph.split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }
    return Array(paragraphs.filter { !$0.isEmpty }.map { [$0] }.joined(separator: [".PP"]))
  }

  private static func bold(_ text: String) -> String { "\\fB\(escaped(text))\\fR" }

  private static func italic(_ text: String) -> String { "\\fI\(escaped(text))\\fR" }

  private static func argument(_ text: String) -> String { "\"\(escaped(text))\"" }

  /// Returns text with all special roff characters escaped (groff(7), groff_char(7)), including an initial period.
  private static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result += "\\e"
      case "-": result += "\\-"
      case "'": result += "\\(aq"
      case "\"": result += "\\(dq"
      case "`": result += "\\(ga"
      case "^": result += "\\(ha"
      case "~": result += "\\(ti"
      case "\n": result += " "
      case _ where scalar.isASCII: result.unicodeScalars.append(scalar)
      default:
        let digits = String(scalar.value, radix: 16, uppercase: true)
        result += "\\[u\(String(repeating: "0", count: max(0, 4 - digits.count)))\(digits)]"
      }
    }
    return result.hasPrefix(".") ? "\\&" + result : result
  }
}
