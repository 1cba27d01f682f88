import CommandLine
import Foundation

/// A setting, which determines its option, environment variable, configuration file key and help text.
struct Setting<Value: Sendable>: Sendable {
  /// The setting without its type.
  let specification: SettingSpecification
  let rule: ValueRule<Value>
  let option: Option<Value?>

  /// Declares a setting with its name in the configuration file, in snake case.
  ///
  /// Without `default`, a profile or the program may provide a value; `defaultText` describes it in help. If
  /// `isStorable` is true, the settings screen can change the setting.
  init(
    _ key: String,
    _ rule: ValueRule<Value>,
    placeholder: String? = nil,
    default defaultWord: String? = nil,
    defaultText: String? = nil,
    summary: String,
    isCommon: Bool = false,
    isSecret: Bool = false,
    isStorable: Bool = false,
    isEmptyAllowed: Bool = false
  ) {
    let variable = SettingSpecification.environmentPrefix + key.uppercased()
    self.rule = rule
    option = .optional(
      key.replacing("_", with: "-"),
      rule,
      placeholder: placeholder,
      summary: summary,
      isCommon: isCommon,
      defaultText: defaultText ?? defaultWord,
      environmentVariable: variable
    )
    specification = SettingSpecification(
      key: key,
      summary: summary,
      environmentVariable: variable,
      optionName: option.declaration.name,
      defaultWord: defaultWord,
      isSecret: isSecret,
      isStorable: isStorable,
      isEmptyAllowed: isEmptyAllowed,
      value: ValueDeclaration(rule, placeholder: placeholder ?? key.uppercased())
    )
  }
}

struct SettingSpecification: Sendable {
  static let environmentPrefix = "FETCH_COUNTER_"

  let key: String
  let summary: String
  let environmentVariable: String
  let optionName: String
  let defaultWord: String?
  let isSecret: Bool
  let isStorable: Bool
  /// Whether an empty environment variable is treated as set.
  let isEmptyAllowed: Bool
  let value: ValueDeclaration
}

/// The source of a setting's value.
enum SettingOrigin: Equatable, Sendable {
  case commandLine(option: String)
  case environment(variable: String)
  case fileProfile(name: String, path: String)
  case file(path: String)
  case stored(path: String)
  case builtInProfile(name: String)
  case programDefault

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

  /// The source's stable name for scripts.
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

enum ConfiguredService: String, CaseIterable, Sendable {
  case counter
  case directory
  case markets

  var setting: Setting<URL> {
    switch self {
    case .counter: Settings.counterURL
    case .directory: Settings.directoryURL
    case .markets: Settings.marketsURL
    }
  }
}
