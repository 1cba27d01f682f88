/// Command help as a JSON document, generated from the same declaration as the help page.
///
/// Every command's document has the same members: `command`, `summary`, `discussion`, `usage`, `examples`,
/// `arguments`, `options`, `environment`, `exit_statuses` and `commands`. `commands` contains a document with the
/// same structure for each subcommand. Missing values are null. `options` lists only the command's own options,
/// although the command also accepts its parent commands' options.
public struct HelpDocument: Encodable, Sendable {
  private let node: JSONNode

  /// Creates help for the command at a path, or for the program if there is no such command.
  public init(_ tree: CommandTree, path: [String] = []) {
    node = Self.node(for: tree.commands(along: path) ?? [tree.root])
  }

  /// Encodes the document.
  public func encode(to encoder: any Encoder) throws { try node.encode(to: encoder) }

  private static func node(for commands: [CommandDeclaration]) -> JSONNode {
    let command = commands[commands.count - 1]
    return [
      "command": .text(commands.map(\.name).joined(separator: " ")),
      "summary": .text(command.summary),
      "discussion": .text(command.discussion),
      "usage": .text(HelpPage.usage(of: commands)),
      "examples": .list(
        command.examples.map { ["command_line": .text($0.commandLine), "summary": .text($0.summary)] }
      ),
      "arguments": .list(command.arguments.map(node)),
      "options": .list(command.options.map(node)),
      "environment": .list(command.allEnvironment.map { ["name": .text($0.name), "summary": .text($0.summary)] }),
      "exit_statuses": .list(command.exitStatuses.map { ["code": .number($0.code), "meaning": .text($0.meaning)] }),
      "commands": .list(command.subcommands.map { node(for: commands + [$0]) }),
    ]
  }

  private static func node(for argument: ArgumentDeclaration) -> JSONNode {
    [
      "name": .text(argument.name),
      "summary": .text(argument.summary),
      "expects": .text(argument.value.expectation),
      "choices": choices(argument.value),
      "required": .flag(argument.isRequired),
      "repeatable": .flag(argument.isRepeating),
    ]
  }

  private static func node(for option: OptionDeclaration) -> JSONNode {
    [
      "name": .text("--" + option.name),
      "short": .text(option.shortName.map { "-\($0)" }),
      "summary": .text(option.summary),
      "value": .text(option.value?.placeholder),
      "expects": .text(option.value?.expectation),
      "choices": choices(option.value),
      "required": .flag(option.isRequired),
      "repeatable": .flag(option.isRepeatable),
      "negatable": .flag(option.isNegatable),
      "excludes": .list(option.excludedNames.map { .text("--" + $0) }),
      "default": .text(option.defaultText),
      "environment_variable": .text(option.environmentVariable),
    ]
  }

  private static func choices(_ value: ValueDeclaration?) -> JSONNode {
    .list((value?.choices ?? []).map { ["word": .text($0.word), "summary": .text($0.summary)] })
  }
}

private enum JSONNode: Encodable, Sendable, ExpressibleByDictionaryLiteral {
  case text(String?)
  case flag(Bool)
  case number(Int32)
  case list([JSONNode])
  case object([String: JSONNode])

  init(dictionaryLiteral elements: (String, JSONNode)...) {
    self = .object(Dictionary(elements) { first, _ in first })
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .text(let text): try container.encode(text)
    case .flag(let flag): try container.encode(flag)
    case .number(let number): try container.encode(number)
    case .list(let nodes): try container.encode(nodes)
    case .object(let nodes): try container.encode(nodes)
    }
  }
}
