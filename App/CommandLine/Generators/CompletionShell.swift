/// A shell for which completions can be generated.
enum CompletionShell: String, CaseIterable, Sendable {
  case bash
  case zsh
  case fish

  /// The completion script for a program.
  func script(for tree: CommandTree) -> String {
    switch self {
    case .bash: BashCompletions(tree).script
    case .zsh: ZshCompletions(tree).script
    case .fish: FishCompletions(tree).script
    }
  }
}
