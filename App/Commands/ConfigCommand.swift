import Basics
import Components
import Foundation
import Persistence

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// `fetch-counter config show|profiles|path|init`.
@MainActor
struct ConfigCommand: ImmediateCommand {
  private struct Entry: Encodable {
    let key: String
    let value: String?
    let origin: String
    let decidedBy: String

    enum CodingKeys: String, CodingKey {
      case key, value, origin
      case decidedBy = "decided_by"
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(key, forKey: .key)
      try container.encode(value, forKey: .value)
      try container.encode(origin, forKey: .origin)
      try container.encode(decidedBy, forKey: .decidedBy)
    }
  }

  private let console: Console
  private let configuration: Configuration
  private let action: String

  init(_ context: CommandContext) {
    console = context.console
    configuration = context.root.configuration
    action = context.invocation.commandPath.last ?? ""
  }

  func run() throws(CommandFailure) {
    switch action {
    case "profiles": try writeProfiles()
    case "path": try writePath()
    case "init": try writeFile()
    default: try show()
    }
  }

  private func show() throws(CommandFailure) {
    var entries: [Entry] = []
    for setting in Settings.all {
      let found = try value(of: setting)
      entries.append(
        Entry(
          key: setting.key,
          value: found?.word,
          origin: found?.origin.layer ?? "default",
          decidedBy: found?.origin.description ?? SettingOrigin.programDefault.description
        )
      )
    }
    if console.isJSON { return try console.write(json: ["settings": entries]) }
    let table = TextTable(
      columns: [
        .init("Setting"), .init("Value", isFlexible: true, minimumWidth: 10),
        .init("Decided by", isFlexible: true, minimumWidth: 21, priority: 1),
      ],
      rows: entries.map { [StyledText($0.key), StyledText($0.value ?? ""), StyledText($0.decidedBy)] }
    )
    try console.write(table.rendered(for: console.mode))
  }

  /// Folders and the pager are shown as they are found, which is more than what was set.
  private func value(of setting: SettingSpecification) throws(CommandFailure) -> (word: String, origin: SettingOrigin)?
  {
    let shown = try configuration.shown(setting)
    let origin = shown?.origin ?? .programDefault
    switch setting.key {
    case Settings.dataFolder.specification.key: return (try configuration.dataFolder(), origin)
    case Settings.cacheFolder.specification.key: return try configuration.cacheFolder().map { ($0, origin) }
    case _ where shown != nil: return shown
    case Settings.pager.specification.key:
      let pager = configuration.usualPager
      return (pager.value, pager.origin)
    default: return nil
    }
  }

  private func writeProfiles() throws(CommandFailure) {
    let profiles = ListedProfile.all(in: try configuration.checkFile())
    if console.isJSON { return try console.write(json: ["profiles": profiles]) }
    let table = TextTable(
      columns: [
        .init("Profile"), .init("From", priority: 1), .init("What it is", isFlexible: true, minimumWidth: 20),
      ],
      rows: profiles.map {
        [StyledText($0.name), StyledText($0.origin.rawValue.replacing("_", with: " ")), StyledText($0.summary)]
      }
    )
    try console.write(table.rendered(for: console.mode))
  }

  private func writePath() throws(CommandFailure) {
    let path = try configuration.filePath()
    if console.isJSON {
      struct Document: Encodable {
        let path: String
        let exists: Bool
      }
      try console.write(json: Document(path: path, exists: FileManager.default.fileExists(atPath: path)))
    } else {
      try console.write(path + "\n")
    }
  }

  /// Makes a file that sets nothing new, with what could be set; never over one that exists.
  private func writeFile() throws(CommandFailure) {
    let path = try configuration.filePath()
    let folder = (path as NSString).deletingLastPathComponent
    if !folder.isEmpty {
      do throws(FileSystemError) {
        try FolderMaker.make(folder, in: LiveFileSystem())
      } catch {
        throw notWritten(path, error.code, hint: error.code.recoverySuggestion ?? "Check the folder \(folder).")
      }
    }
    let descriptor = NewFile.create(path, O_WRONLY)
    guard descriptor >= 0 else {
      let code = SystemErrorCode(rawValue: errno)
      let hint =
        code == .exists
        ? "Edit that file, or name another one with --config."
        : code.recoverySuggestion ?? "Check the folder \(folder)."
      throw notWritten(path, code, hint: hint)
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(Self.firstContent.utf8))
      try file.synchronize()
    } catch {
      throw notWritten(path, "writing failed", hint: nil)
    }
    try writePath()
  }

  private func notWritten(_ path: String, _ reason: any CustomStringConvertible, hint: String?) -> CommandFailure {
    CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message: "The configuration file \(path) can't be made: \(reason).",
      hint: hint
    )
  }

  /// The defaults, and a profile to copy.
  private static var firstContent: String {
    let settings = [Settings.profile.specification, Settings.timeout.specification, Settings.currency.specification]
    let lines = settings.map { "  \"\($0.key)\": \"\($0.defaultWord ?? "")\"," }.joined(separator: "\n")
    return """
      {
      \(lines)
        "flags": {},
        "profiles": {
          "mine": {
            "counter_url": "http://localhost:8000"
          }
        }
      }

      """
  }
}
