/// A profile that needs no configuration file.
enum BuiltInProfile: String, CaseIterable, Sendable {
  /// The services inside the program: no network.
  case sample
  /// The public services, and a counter service of one's own.
  case live

  /// What it is, for shells that show it.
  var summary: String {
    switch self {
    case .sample: "services inside the program"
    case .live: "the public services"
    }
  }

  /// What it sets; a service without an address is the one inside the program.
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
