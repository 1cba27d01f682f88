/// Who decided a setting.
enum SettingOrigin: Equatable, Sendable {
  /// An option of the command line.
  case commandLine(option: String)
  /// An environment variable.
  case environment(variable: String)
  /// The section of a profile in the configuration file.
  case fileProfile(name: String, path: String)
  /// The configuration file.
  case file(path: String)
  /// What was stored by the program, as from its settings screen.
  case stored(path: String)
  /// A profile that the program brings along.
  case builtInProfile(name: String)
  /// Nobody: it is the program's default.
  case programDefault

  /// The origin as a noun phrase.
  var description: String {
    switch self {
    case .commandLine(let option): "the option --\(option)"
    case .environment(let variable): "the environment variable \(variable)"
    case .fileProfile(let name, let path): "the profile '\(name)' in \(path)"
    case .file(let path): "the configuration file \(path)"
    case .stored(let path): "the stored preferences \(path)"
    case .builtInProfile(let name): "the built-in profile '\(name)'"
    case .programDefault: "the program's default"
    }
  }

  /// The layer as one word, for scripts.
  var layer: String {
    switch self {
    case .commandLine: "command_line"
    case .environment: "environment"
    case .fileProfile, .builtInProfile: "profile"
    case .file: "file"
    case .stored: "stored"
    case .programDefault: "default"
    }
  }
}
