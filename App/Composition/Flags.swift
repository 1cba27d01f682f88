import FeatureFlags
import Foundation
import Persistence

/// The program's feature flags.
enum Flags {
  /// Whether prices come in euros, too.
  static let supportEUR = FeatureFlag(
    "supportEUR",
    default: false,
    description: "Takes the second version of the price list, which has prices in euros.",
    owner: "markets",
    expiry: nil
  )

  /// All of them.
  static let all = [supportEUR.declaration]

  /// Reads flags from all layers: `--flag` > environment > configuration file > stored > default.
  static func client(assignments: [String], configuration: Configuration) throws -> FlagClient {
    let catalog = try FlagCatalog(declarations: all)
    let fileFlags = try configuration.fileFlags()
    return FlagClient(
      catalog: catalog,
      providers: [
        CommandLineFlagProvider(assignments: assignments),
        EnvironmentFlagProvider(
          prefix: EnvironmentCheck.flagPrefix,
          environment: configuration.environment,
          catalog: catalog
        ),
        FileFlagProvider(path: try configuration.filePath()) { _ in fileFlags },
        PersistedFlagProvider(store: FlagFileStore(folder: try configuration.dataFolder())),
      ]
    )
  }
}

/// Keeps flags that were set by hand in the file `flags.json` of the data folder.
struct FlagFileStore: FlagOverrideStore {
  private let store: JSONFileStore<FlagOverrides>

  init(folder: String, fileSystem: any FileSystem = LiveFileSystem()) {
    store = JSONFileStore(
      path: folder + "/flags.json",
      default: FlagOverrides(),
      writtenBy: ProgramVersion.identification,
      fileSystem: fileSystem
    )
  }

  func load() throws -> FlagOverrides { try store.load() }

  func update(_ change: (inout FlagOverrides) -> Void) throws { try store.update { change(&$0) } }
}
