import Basics
import CommandLine
import Components
import Foundation
import Persistence

/// The built-in themes, and the user's themes in the directory `themes` next to the configuration file.
struct ThemeLibrary: Sendable {
  private static let suffix = ".json"
  /// The maximum number of theme names in an error message.
  private static let shownNameCount = 20

  /// The directory for theme files; `nil` if the configuration's location is unknown.
  let folder: String?

  init(folder: String?) { self.folder = folder }

  /// Creates a library for the theme directory next to a configuration file, even if the file doesn't exist.
  init(configurationFile path: String?) {
    folder = path.map { FileLocation.split($0).folder + "/themes" }
  }

  /// The sorted names of theme files, empty if the directory is missing or unreadable.
  var fileNames: [String] {
    guard let folder else { return [] }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return entries.filter { $0.hasSuffix(Self.suffix) }.map { String($0.dropLast(Self.suffix.count)) }.sorted()
  }

  /// All themes, built-in themes first, excluding theme files with a built-in theme's name.
  var choices: [ThemeChoice] {
    ThemeChoice.builtIn
      + fileNames.compactMap { name in
        guard let choice = ThemeChoice(name), case .own = choice else { return nil }
        return choice
      }
  }

  func path(of name: String) -> String { (folder ?? "themes") + "/" + name + Self.suffix }

  /// Returns a theme; `nil` for the theme that matches the terminal's background.
  func theme(_ choice: ThemeChoice) throws(CommandFailure) -> Theme? {
    switch choice {
    case .auto: return nil
    case .builtIn(let theme): return theme.theme
    case .own(let name):
      do throws(ThemeFile.Failure) {
        return try ThemeFile(path: path(of: name)).theme
      } catch {
        if case .missing = error { throw missing(name) }
        throw failure(name, error)
      }
    }
  }

  /// Returns the theme in a listed file, without searching for similar names if it is missing.
  ///
  /// A link to a missing file is listed, too. Searching for each of many links would take quadratic time.
  func listedTheme(_ name: String) throws(CommandFailure) -> Theme {
    do throws(ThemeFile.Failure) {
      return try ThemeFile(path: path(of: name)).theme
    } catch {
      throw failure(name, error)
    }
  }

  private func failure(_ name: String, _ error: ThemeFile.Failure) -> CommandFailure {
    CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message: "Couldn't use the theme \(path(of: name)): \(error.message).".replacing("?.", with: "?"),
      hint: error.recoverySuggestion
    )
  }

  private func missing(_ name: String) -> CommandFailure {
    let words = choices.map(\.word)
    let shown = words.prefix(Self.shownNameCount).joined(separator: ", ")
    let rest = words.count > Self.shownNameCount ? ", and \(words.count - Self.shownNameCount) more" : ""
    return CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message: "There is no theme “\(name)”.",
      hint: Spelling.suggestion(for: name, among: words)
        ?? "The themes are \(shown)\(rest). Your own themes are files in \(folder ?? "the themes folder")."
    )
  }
}

extension Configuration {
  func themes() -> ThemeLibrary { ThemeLibrary(configurationFile: try? filePath()) }
}
