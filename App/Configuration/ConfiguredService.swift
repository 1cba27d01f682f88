import Foundation

/// The services that an address can be set for.
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
