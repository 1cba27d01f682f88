/// The line that shows a command's shape: `fetch-counter markets show COIN [options]`.
enum UsageLine {
  /// The line for the last of the commands, the program first.
  static func text(for commands: [CommandDeclaration]) -> String {
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
}
