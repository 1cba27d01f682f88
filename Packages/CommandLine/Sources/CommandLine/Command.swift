import Foundation

/// A command of a program: its declaration, and the code that runs it.
///
/// Commands conform to ``ImmediateCommand`` or ``AsyncCommand``, and are listed in the program's ``Commands``. A command reads its options and
/// arguments from its context, which is the ``Invocation`` itself in a small program. The README has an example.
@MainActor
public protocol Command<Context>: Sendable {
  /// The command's input: an ``Invocation``, or a type of the program that holds one.
  associatedtype Context

  /// The command's name, texts, options and arguments.
  nonisolated static var declaration: CommandDeclaration { get }

  /// Creates the command; a struct whose only property is `context` has this initializer.
  init(context: Context)

  /// The command's work; ``ImmediateCommand`` and ``AsyncCommand`` implement it.
  var work: CommandWork { get }
}

/// The work of a command, in a form that a program can run without starting threads that the command doesn't need.
public enum CommandWork {
  /// Work that doesn't wait.
  case immediate(@MainActor () throws -> Void)

  /// Work that waits, for example for a service.
  case async(@MainActor () async throws -> Void)
}

/// A command that doesn't wait.
@MainActor
public protocol ImmediateCommand<Context>: Command {
  /// Runs the command.
  func run() throws
}

extension ImmediateCommand {
  /// A call of `run`.
  public var work: CommandWork { .immediate { try run() } }
}

/// A command that waits, for example for a service.
@MainActor
public protocol AsyncCommand<Context>: Command {
  /// Runs the command.
  func run() async throws
}

extension AsyncCommand {
  /// A call of `run`.
  public var work: CommandWork { .async { try await run() } }
}

/// A command, or a group of commands, in a program's list.
public struct CommandNode<Context>: Sendable {
  let declaration: CommandDeclaration
  let type: (any Command<Context>.Type)?
  let subcommands: [CommandNode]

  private init(
    _ declaration: CommandDeclaration,
    _ type: (any Command<Context>.Type)?,
    _ subcommands: [CommandNode],
    default defaultSubcommand: String? = nil
  ) {
    var declaration = declaration
    declaration.subcommands = subcommands.map(\.declaration)
    declaration.requiresSubcommand = type == nil && defaultSubcommand == nil
    declaration.defaultSubcommand = defaultSubcommand
    self.declaration = declaration
    self.type = type
    self.subcommands = subcommands
  }

  /// A command; with subcommands, it runs when none of them is named.
  public static func command(_ type: any Command<Context>.Type, _ subcommands: [CommandNode] = []) -> Self {
    Self(type.declaration, type, subcommands)
  }

  /// A group of commands, one of which must be named.
  ///
  /// With `default`, a line without a command's name runs the subcommand with that name, whose options it accepts.
  public static func group(
    _ declaration: CommandDeclaration,
    default defaultSubcommand: String? = nil,
    _ subcommands: [CommandNode]
  ) -> Self {
    Self(declaration, nil, subcommands, default: defaultSubcommand)
  }
}

/// All commands of a program; parses a command line and finds the type that runs it.
public struct Commands<Context>: Sendable {
  /// The declarations, for help, completions and the manual page.
  public let tree: CommandTree

  private let types: [[String]: any Command<Context>.Type]

  /// Creates the list from the outermost command, which is the program itself.
  public init(_ program: CommandNode<Context>, helpDiscussion: String = "") {
    tree = CommandTree(program.declaration, helpDiscussion: helpDiscussion)
    var types: [[String]: any Command<Context>.Type] = [:]
    func add(_ node: CommandNode<Context>, at path: [String]) {
      types[path] = node.type
      for subcommand in node.subcommands { add(subcommand, at: path + [subcommand.declaration.name]) }
    }
    add(program, at: [])
    self.types = types
  }

  /// Parses a command line without the program's name; a request for help or the version takes precedence over
  /// mistakes.
  public func parse(_ words: [String]) throws(UsageError) -> CommandLineRequest<Context> {
    let invocation = try CommandLineParser(tree).parse(words)
    switch invocation.purpose {
    case .help: return .help(invocation)
    case .version: return .version(invocation)
    case .run:
      if let type = types[invocation.commandPath] { return .run(type, invocation) }
      let commands = tree.commands(along: invocation.commandPath) ?? [tree.root]
      let available = commands.last?.subcommands.map(\.name) ?? []
      throw .missingCommand(after: commands.map(\.name), available: available)
    }
  }
}

/// The request of a command line.
public enum CommandLineRequest<Context> {
  /// To run a command.
  case run(any Command<Context>.Type, Invocation)

  /// To print the help of the command at the invocation's path.
  case help(Invocation)

  /// To print the program's version.
  case version(Invocation)
}

extension Commands where Context == Invocation {
  /// Runs the program, then exits with 0 after success, 1 after a failed command and 2 after a mistake in the command line.
  @MainActor
  public func main(version: String) async -> Never {
    let status = await run(Array(Swift.CommandLine.arguments.dropFirst()), version: version) { text, isError in
      (isError ? FileHandle.standardError : .standardOutput).write(Data(text.utf8))
    }
    exit(status)
  }

  /// Runs the program with a command line, and returns its exit status.
  ///
  /// - Parameters:
  ///   - words: The command line without the program's name.
  ///   - version: The program's version, for `--version`.
  ///   - print: Prints help, the version and failures; the second value is true for failures.
  /// - Returns: The exit status.
  @MainActor
  public func run(_ words: [String], version: String, print: (String, Bool) -> Void) async -> Int32 {
    do {
      switch try parse(words) {
      case .help(let invocation): print(HelpPage(tree, path: invocation.commandPath).text(), false)
      case .version: print("\(tree.root.name) \(version)\n", false)
      case .run(let type, let invocation):
        switch type.init(context: invocation).work {
        case .immediate(let work): try work()
        case .async(let work): try await work()
        }
      }
      return 0
    } catch {
      let advice = (error as? any LocalizedError)?.recoverySuggestion.map { "  \($0)\n" } ?? ""
      let reason = (error as? any LocalizedError)?.errorDescription ?? "\(error)"
      print("\(tree.root.name): \(reason)\n\(advice)", true)
      return error is UsageError ? 2 : 1
    }
  }
}
