import Foundation

/// A program command: its declaration, and the code that runs it.
///
/// Commands conform to ``ImmediateCommand`` or ``AsyncCommand``, and are listed in the program's ``Commands``. They
/// read options and arguments from their context, which in a small program is the ``Invocation`` itself.
@MainActor
public protocol Command<Context>: Sendable {
  /// The command's input: an ``Invocation``, or a program-specific type that contains one.
  associatedtype Context

  /// The command's name, help text, options and arguments.
  nonisolated static var declaration: CommandDeclaration { get }

  /// Creates the command; a struct whose only property is `context` gets this initializer automatically.
  init(context: Context)

  /// The command's work, provided by ``ImmediateCommand`` and ``AsyncCommand``.
  var work: CommandWork { get }
}

/// The work that a command does.
///
/// Synchronous work can run without starting any threads.
public enum CommandWork {
  /// Synchronous work.
  case immediate(@MainActor () throws -> Void)

  /// Asynchronous work, such as a request to a service.
  case async(@MainActor () async throws -> Void)
}

/// A command that runs synchronously.
@MainActor
public protocol ImmediateCommand<Context>: Command {
  /// Runs the command.
  func run() throws
}

extension ImmediateCommand {
  /// Synchronous work that calls `run()`.
  public var work: CommandWork { .immediate { try run() } }
}

/// A command that runs asynchronously, for example because it calls a service.
@MainActor
public protocol AsyncCommand<Context>: Command {
  /// Runs the command.
  func run() async throws
}

extension AsyncCommand {
  /// Asynchronous work that calls `run()`.
  public var work: CommandWork { .async { try await run() } }
}

/// A command or a group of commands in a program.
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

  /// Returns a node for a single command.
  ///
  /// A command with subcommands runs if the command line doesn't contain a subcommand.
  public static func command(_ type: any Command<Context>.Type, _ subcommands: [CommandNode] = []) -> Self {
    Self(type.declaration, type, subcommands)
  }

  /// Returns a node for a group of commands.
  ///
  /// The command line must contain a subcommand unless there is a default, which then runs. The group also accepts the
  /// default subcommand's options.
  public static func group(
    _ declaration: CommandDeclaration,
    default defaultSubcommand: String? = nil,
    _ subcommands: [CommandNode]
  ) -> Self {
    Self(declaration, nil, subcommands, default: defaultSubcommand)
  }
}

/// All commands in a program, with the types that run them.
public struct Commands<Context>: Sendable {
  /// The declarations that help, completions and the manual page are generated from.
  public let tree: CommandTree

  private let types: [[String]: any Command<Context>.Type]

  /// Creates the commands from the outermost command, which is the program itself.
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

  /// Parses a command line without the program's name, giving help and version requests precedence over usage errors.
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

/// The action requested by a command line.
public enum CommandLineRequest<Context> {
  /// Run a command.
  case run(any Command<Context>.Type, Invocation)

  /// Print help for the command at the invocation's path.
  case help(Invocation)

  /// Print the program's version.
  case version(Invocation)
}

extension Commands where Context == Invocation {
  /// Runs the program and exits with status 0 after success, 1 after a failed command, or 2 after a usage error.
  @MainActor
  public func main(version: String) async -> Never {
    let status = await run(Array(Swift.CommandLine.arguments.dropFirst()), version: version) { text, isError in
      (isError ? FileHandle.standardError : .standardOutput).write(Data(text.utf8))
    }
    exit(status)
  }

  /// Runs the program with a command line, which omits the program's name, and returns the exit status.
  ///
  /// `print` receives help, the version or a failure. Its second argument is `true` for failures.
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
