/// A profile as `config profiles` lists it.
struct ListedProfile: Encodable, Sendable {
  /// Who brings it.
  enum Origin: String, Encodable, Sendable {
    case program
    case file
    /// The program brings it, and the file decides some of its settings.
    case both = "program_and_file"
  }

  let name: String
  let origin: Origin
  /// What it is, as a phrase.
  let summary: String
  /// The keys of what it decides, in their order.
  let settings: [String]

  /// All profiles: those of the program, then those of the file by name.
  static func all(in file: ConfigurationFile) -> [ListedProfile] {
    let builtIn = BuiltInProfile.allCases.map { profile in
      let own = file.profiles[profile.rawValue]
      return ListedProfile(
        name: profile.rawValue,
        origin: own == nil ? .program : .both,
        summary: profile.summary,
        settings: keys(of: profile.words.merging(own ?? [:]) { $1 })
      )
    }
    let names = file.profiles.keys.filter { BuiltInProfile(rawValue: $0) == nil }.sorted()
    let others = names.map { name in
      let settings = keys(of: file.profiles[name] ?? [:])
      let summary = settings.isEmpty ? "decides nothing" : "decides " + settings.joined(separator: ", ")
      return ListedProfile(name: name, origin: .file, summary: summary, settings: settings)
    }
    return builtIn + others
  }

  private static func keys(of words: ConfigurationFile.Words) -> [String] {
    Settings.all.map(\.key).filter { words[$0] != nil }
  }
}
