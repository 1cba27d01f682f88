/// Something that can be set: on the command line, by an environment variable, in the configuration file, or stored by the program.
///
/// Declared once; the option, the variable's name, the key in the file and the texts of help all come from here.
struct Setting<Value: Sendable>: Sendable {
  /// The setting without its type.
  let specification: SettingSpecification
  /// What is allowed.
  let rule: ValueRule<Value>
  /// The setting as an option of the command line.
  let option: Option<Value?>

  /// Declares a setting by its name in the configuration file, in snake case, and what is allowed.
  ///
  /// Without `default` a profile or the program finds something, which `defaultText` describes for help. What `isStorable`
  /// may be stored by the program itself, as from its settings screen. Where `isEmptyAllowed`, nothing is a value, too.
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
    isEmptyAllowed: Bool = false,
    excludes: [String] = []
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
      environmentVariable: variable,
      excludes: excludes
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

/// A setting without its type.
struct SettingSpecification: Sendable {
  /// What the names of all environment variables begin with.
  static let environmentPrefix = "FETCH_COUNTER_"

  let key: String
  let summary: String
  let environmentVariable: String
  let optionName: String
  let defaultWord: String?
  let isSecret: Bool
  let isStorable: Bool
  /// Whether an environment variable that is set to nothing says something; else it counts as not set.
  let isEmptyAllowed: Bool
  let value: ValueDeclaration
}
