import Foundation
import Terminal

/// Which command stands behind which words.
@MainActor
enum CommandTable {
  /// The command that an invocation asks for.
  static func command(for context: CommandContext) throws(CommandFailure) -> ReadyCommand {
    let invocation = context.invocation
    let console = context.console
    let root = context.root
    let words = invocation.commandPath
    switch words.first {
    case "app":
      return .waiting(
        AppCommand(console: console, root: root, link: invocation[argument: .link], isPlain: invocation[.plain])
      )
    case nil where SystemTerminal.isAvailable && !console.isJSON:
      return .waiting(AppCommand(console: console, root: root, link: nil, isPlain: invocation[.plain]))
    case nil:
      return .waiting(FetchCommand(console: console, root: root, times: 1, concurrency: 1))
    case "fetch":
      let (times, concurrency) = (invocation[.times], invocation[.concurrency])
      return .waiting(FetchCommand(console: console, root: root, times: times, concurrency: concurrency))
    case "status":
      return .immediate(StatusCommand(console: console, root: root))
    case "reset":
      let ask =
        ConsolePrompt.isAvailable(on: console)
        ? { @Sendable question in ConsolePrompt(question).ask(on: console) } : nil
      return .waiting(ResetCommand(console: console, root: root, isForced: invocation[.force], ask: ask))
    case "flags":
      return .immediate(try FlagsCommand(context))
    case "cache":
      return .immediate(try CacheCommand(context))
    case "config":
      return .immediate(ConfigCommand(context))
    case "directory":
      return .waiting(DirectoryCommands.command(for: invocation, console: console, services: root))
    case "markets" where words.dropFirst().first == "portfolio": return try PortfolioCommands.command(context)
    case "markets" where words.dropFirst().first == "alerts": return try AlertCommands.command(context)
    case "markets":
      return .waiting(MarketsCommands.command(invocation, try root.marketsCommandContext()))
    case "open":
      return .waiting(OpenCommand(console: console, root: root, link: invocation[argument: .openedLink]))
    case "doctor":
      return .waiting(DoctorCommand(console: console, root: root))
    case "completions":
      return .immediate(GeneratedTextCommand(console: console, text: invocation[argument: .shell]))
    case "serve":
      return .waiting(ServeCommand(context))
    default:
      preconditionFailure("the command \(words.joined(separator: " ")) is declared but not implemented")
    }
  }
}
