import Basics
import CommandLine
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

extension CommandNode where Context == CommandContext {
  static var config: Self {
    .group(
      CommandDeclaration(
        name: "config",
        summary: "Show or change the configuration.",
        discussion: """
          Each setting uses the first value found in this order: option, environment variable, configuration file (the \
          profile's section, then the top level), settings screen, built-in profile, default.
          """,
        examples: [
          .init("fetch-counter config show", "Show all settings; secrets are redacted."),
          .init("fetch-counter config set currency eur", "Store a setting."),
          .init("fetch-counter help keys", "List the keyboard shortcuts; \"keys\" in the file remaps them."),
          .init("fetch-counter config init", "Create a configuration file to edit."),
        ]
      ),
      default: "show",
      [
        .command(ConfigShowCommand.self), .command(ConfigSetCommand.self), .command(ConfigUnsetCommand.self),
        .command(ConfigProfilesCommand.self), .command(ConfigPathCommand.self), .command(ConfigInitCommand.self),
      ]
    )
  }
}

private struct ConfigShowCommand: ImmediateCommand {
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

  nonisolated static let declaration = CommandDeclaration(
    name: "show",
    summary: "Show all settings and the source of each value.",
    examples: [.init("fetch-counter config show --profile live", "Show a profile's settings.")]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
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
    let table = TextTable(
      columns: [
        .init("Setting"), .init("Value", isFlexible: true, minimumWidth: 10),
        .init("Source", isFlexible: true, minimumWidth: 21, priority: 1),
      ],
      rows: entries.map { [StyledText($0.key), StyledText($0.value ?? ""), StyledText($0.decidedBy)] }
    )
    try context.write(["settings": entries]) { table.rendered(for: $0) }
  }

  /// Returns the effective value; directories and the pager have a value even if they aren't set.
  private func value(of setting: SettingSpecification) throws(CommandFailure) -> (word: String, origin: SettingOrigin)?
  {
    let configuration = context.root.configuration
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
}

private struct ConfigProfilesCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "profiles",
    summary: "List the profiles that --profile accepts.",
    discussion:
      "Includes the built-in profiles, and the configuration file's profiles with their settings.",
    examples: [.init("fetch-counter config profiles", "List all profiles with their origins.")]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let profiles = ListedProfile.all(in: try context.root.configuration.checkFile())
    let table = TextTable(
      columns: [
        .init("Profile"), .init("From", priority: 1), .init("Description", isFlexible: true, minimumWidth: 20),
      ],
      rows: profiles.map {
        [StyledText($0.name), StyledText($0.origin.rawValue.replacing("_", with: " ")), StyledText($0.summary)]
      }
    )
    try context.write(["profiles": profiles]) { table.rendered(for: $0) }
  }
}

private struct ConfigPathCommand: ImmediateCommand {
  private struct Document: Encodable {
    let path: String
    let exists: Bool
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "path",
    summary: "Print the path of the configuration file.",
    examples: [.init("fetch-counter config path", "Print the path; the file may not exist yet.")]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let path = try context.root.configuration.filePath()
    try context.write(Document(path: path, exists: FileManager.default.fileExists(atPath: path))) { _ in path + "\n" }
  }
}

private struct ConfigInitCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "init",
    summary: "Create a configuration file to edit, without overwriting an existing file.",
    examples: [.init("fetch-counter config init", "Create the file and print its path.")]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let path = try context.root.configuration.filePath()
    let folder = FileLocation.split(path).folder
    do throws(FileSystemError) {
      try FolderMaker.make(folder, in: LiveFileSystem())
    } catch {
      throw notWritten(
        path,
        error.code,
        hint: error.code.recoverySuggestion ?? "Check that you can write to \(folder)."
      )
    }
    let descriptor = NewFile.create(path, O_WRONLY)
    guard descriptor >= 0 else {
      let code = SystemErrorCode(rawValue: errno)
      if code == .exists {
        throw notWritten(path, "it already exists", hint: "Edit that file, or choose another file with --config.")
      }
      throw notWritten(path, code, hint: code.recoverySuggestion ?? "Check that you can write to \(folder).")
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try file.write(contentsOf: Data(Self.firstContent.utf8))
      try file.synchronize()
    } catch {
      throw notWritten(path, "writing failed", hint: nil)
    }
    try ConfigPathCommand(context: context).run()
  }

  private func notWritten(_ path: String, _ reason: any CustomStringConvertible, hint: String?) -> CommandFailure {
    CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message: "Couldn't create the configuration file \(path): \(reason).",
      hint: hint
    )
  }

  /// The content of a new configuration file, with an example profile and the default values of some settings.
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
