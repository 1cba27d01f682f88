/// Finds the program's own environment variables that mean nothing to it, as those whose names are mistyped.
enum EnvironmentCheck {
  private static let prefix = SettingSpecification.environmentPrefix
  /// What stands before the names of flags; whether there is such a flag is for whoever reads the flags to say.
  static let flagPrefix = prefix + "FLAG_"

  /// The variables that are understood, beside those of flags.
  static let known: [String] =
    Settings.all.map(\.environmentVariable)
    + [
      Option.configurationFile.declaration.environmentVariable,
      Option.logFile.declaration.environmentVariable,
    ].compactMap { $0 }

  /// The names of variables that begin as the program's do and are none of them, sorted.
  static func unknownVariables(in environment: [String: String]) -> [String] {
    environment.filter { name, word in
      // Set to nothing is as good as not set.
      name.hasPrefix(prefix) && !word.isEmpty && !name.hasPrefix(flagPrefix) && !known.contains(name)
    }
    .keys.sorted()
  }

  /// A sentence about such a variable, with the nearest one.
  static func warning(about name: String) -> String {
    // What all have in common says nothing about how near two of them are.
    let ends = known.map { String($0.dropFirst(prefix.count)) }
    let nearest = Spelling.nearest(to: String(name.dropFirst(prefix.count)), among: ends)
    let hint = nearest.map { "; did you mean \(prefix)\($0)?" } ?? "."
    return "There is no setting for the environment variable \(name)\(hint)"
  }
}
