import CommandLine

struct CompletionsCommand: ImmediateCommand {
  private struct Document: Encodable {
    let name: String
    let text: String
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "completions",
    summary: "Print a completion script for a shell, or the manual page.",
    discussion: """
      The scripts run the program to complete coins, employees, profiles and other local data. With --json, the output is a \
      document with 'name' and 'text'.
      """,
    examples: [
      .init(
        "fetch-counter completions bash > ~/.fetch-counter.bash",
        "Install for bash, then add 'source ~/.fetch-counter.bash' to ~/.bashrc."
      ),
      .init("fetch-counter completions zsh > ~/.zfunc/_fetch-counter", "Install for zsh, with ~/.zfunc in fpath."),
      .init(
        "fetch-counter completions fish > ~/.config/fish/completions/fetch-counter.fish",
        "Install for fish."
      ),
      .init(
        "fetch-counter completions man > ~/.local/share/man/man1/fetch-counter.1",
        "Install the manual page."
      ),
    ],
    arguments: [Argument.shell]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let generated = context[argument: .shell]
    let text = generated.text(for: ProgramCommands.tree, version: ProgramVersion.number)
    guard context.console.isJSON else { return try context.console.write(text) }
    try context.console.write(json: Document(name: generated.rawValue, text: text))
  }
}

enum GeneratedText: String, CaseIterable, Sendable {
  case bash, zsh, fish, man

  /// Generates a completion script or the manual page; the page has no date, so it changes only with the program.
  func text(for tree: CommandTree, version: String) -> String {
    switch self {
    case .bash: CompletionShell.bash.script(for: tree)
    case .zsh: CompletionShell.zsh.script(for: tree)
    case .fish: CompletionShell.fish.script(for: tree)
    case .man: ManualPage(tree, version: version, sections: [KeyGrammar.manualSection]).source
    }
  }
}

extension Argument where Value == GeneratedText {
  fileprivate static var shell: Self {
    .required("SHELL", .choice(), summary: "Shell, or man for the manual page.")
  }
}
