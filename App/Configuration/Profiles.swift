enum BuiltInProfile: String, CaseIterable, Sendable {
  /// The built-in services, which don't use the network.
  case sample
  /// The public services and a local counter service.
  case live

  var summary: String {
    switch self {
    case .sample: "services inside the program"
    case .live: "the public services"
    }
  }

  /// The raw values of the profile's settings; services without an address are built in.
  var words: ConfigurationFile.Words {
    switch self {
    case .sample: [:]
    case .live:
      [
        Settings.counterURL.specification.key: "http://localhost:8000",
        Settings.directoryURL.specification.key: "https://s3.amazonaws.com/sq-mobile-interview",
        Settings.marketsURL.specification.key: "https://api.coingecko.com/api/v3",
        Settings.marketsSource.specification.key: MarketsSource.coingecko.rawValue,
      ]
    }
  }
}

struct ListedProfile: Encodable, Sendable {
  enum Origin: String, Encodable, Sendable {
    case program
    case file
    /// A built-in profile with additional settings from the configuration file.
    case both = "program_and_file"
  }

  let name: String
  let origin: Origin
  let summary: String
  let settings: [String]

  /// Returns the built-in profiles, followed by the profiles in the file, sorted by name.
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
      let summary = settings.isEmpty ? "no settings" : "sets " + settings.joined(separator: ", ")
      return ListedProfile(name: name, origin: .file, summary: summary, settings: settings)
    }
    return builtIn + others
  }

  private static func keys(of words: ConfigurationFile.Words) -> [String] {
    Settings.all.map(\.key).filter { words[$0] != nil }
  }
}
