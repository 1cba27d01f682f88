import Persistence

/// Settings that the program itself stores, as from its settings screen: `preferences.json` in the data folder.
struct StoredPreferences: Sendable {
  /// What was found.
  struct Reading: Sendable {
    let path: String
    let words: ConfigurationFile.Words
  }

  private let store: JSONFileStore<[String: String]>

  init(folder: String, fileSystem: any FileSystem = LiveFileSystem()) {
    store = JSONFileStore(
      path: folder + "/preferences.json",
      default: [:],
      writtenBy: ProgramVersion.identification,
      fileSystem: fileSystem
    )
  }

  /// What is stored; nothing where it can't be read, which ``load()`` tells.
  func reading() -> Reading { Reading(path: store.path, words: (try? store.load()) ?? [:]) }

  /// What is stored.
  func load() throws(StoreError) -> [String: String] { try store.load() }

  /// Stores a word for a setting, or removes it.
  func set(_ word: String?, for setting: SettingSpecification) throws(StoreError) {
    precondition(setting.isStorable, "the setting \(setting.key) is not stored")
    try store.update { $0[setting.key] = word }
  }
}
