/// What the program can print about its own command line for other programs to read.
enum GeneratedText: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish
  case man

  /// The text for a program.
  ///
  /// The manual page bears no date, so that the same program prints the same page; whoever installs it may add one.
  func text(for tree: CommandTree, version: String) -> String {
    switch self {
    case .bash: CompletionShell.bash.script(for: tree)
    case .zsh: CompletionShell.zsh.script(for: tree)
    case .fish: CompletionShell.fish.script(for: tree)
    case .man: ManualPage(tree, version: version).source
    }
  }
}
