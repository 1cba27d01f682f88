/// The names of what the shell itself draws, for clicks.
enum ShellTarget {
  static let tabs = "shell.tabs"
  static let path = "shell.path"
  static let answers = "shell.answers"
  static let palette = "shell.palette"
  static let help = "shell.help"
}
