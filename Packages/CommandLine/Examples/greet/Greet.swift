import CommandLine

extension Argument where Value == String {
  static var person: Self { .required("NAME", .text, summary: "The person to greet.") }
}

extension Option where Value == Duration {
  static var pause: Self { .value("pause", .duration(), default: "1s", summary: "The time between two greetings.") }
}

/// The command `greet once NAME`, which doesn't wait.
struct GreetOnce: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "once",
    summary: "Prints one greeting.",
    arguments: [Argument.person]
  )

  let context: Invocation

  func run() { print("Hello, \(context[argument: .person])!") }
}

/// The command `greet twice NAME [--pause DURATION]`, which waits.
struct GreetTwice: AsyncCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "twice",
    summary: "Prints two greetings with a pause.",
    examples: [.init("greet twice Ada --pause 200ms", "Greets Ada twice.")],
    arguments: [Argument.person],
    options: [Option.pause]
  )

  let context: Invocation

  func run() async throws {
    print("Hello, \(context[argument: .person])!")
    try await Task.sleep(for: context[.pause])
    print("And hello again!")
  }
}

@main
enum Greet {
  static func main() async {
    let program = CommandDeclaration(name: "greet", summary: "Greets people.")
    await Commands<Invocation>(.group(program, [.command(GreetOnce.self), .command(GreetTwice.self)]))
      .main(version: "1.0")
  }
}
