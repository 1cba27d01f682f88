import BasicsTesting
import Components
import Foundation
import Testing

@testable import fetch_counter

@Suite("Theme files")
struct ThemeFileTests {
  @Test("changes individual colors in a built-in theme")
  func overrides() throws {
    let content = """
      {"base": "nord", "accent": "#FF8800", "positive": "bright_green", "negative": "bright-red", "muted": 245,
       "border": 8, "background": "terminal"}
      """
    let theme = try ThemeFile(Data(content.utf8)).theme
    var expected = BuiltInTheme.nord.theme.palette
    expected.accent = .hex(0xFF8800)
    expected.positive = .ansi(.brightGreen)
    expected.negative = .ansi(.brightRed)
    expected.secondaryText = .palette(245)
    expected.border = .ansi(.brightBlack)
    expected.background = nil
    #expect(theme.palette == expected)
    #expect(theme.sixteenColors.background == nil)
    #expect(theme.sixteenColors.positive == .ansi(.brightGreen))
    // An exact color can be illegible in the 16-color palette.
    #expect(theme.sixteenColors.accent == BuiltInTheme.nord.theme.sixteenColors.accent)
  }

  @Test("starts from the dark theme unless the file specifies another theme")
  func base() throws {
    #expect(try ThemeFile(Data("{}".utf8)).theme.palette == Theme.dark.palette)
  }

  @Test(
    "rejects an invalid theme file, and reports the key, the value and the closest valid key",
    arguments: [
      ("", "it is empty"),
      ("{", "it isn't JSON"),
      ("[]", "it isn't a JSON object"),
      ("7", "it isn't a JSON object"),
      (##"{"acent": "#ffffff"}"##, "there is no color “acent”; did you mean “accent”?"),
      (##"{"zzzzzzzzz": "#ffffff"}"##, "there is no color “zzzzzzzzz”"),
      (##"{"base": "nrod"}"##, "“base” is “nrod”, which isn't a built-in theme; did you mean “nord”?"),
      (##"{"base": 3}"##, "“base” is “3”"),
      (##"{"accent": "#fff"}"##, "“accent” is “#fff”, which isn't a color"),
      (##"{"accent": "#ggffff"}"##, "“accent” is “#ggffff”"),
      (##"{"accent": "#ffffff "}"##, "“accent” is “#ffffff ”"),
      (##"{"accent": "redd"}"##, "“accent” is “redd”"),
      (##"{"accent": "terminal"}"##, "“accent” is “terminal”"),
      (##"{"accent": 256}"##, "“accent” is 256"),
      (##"{"accent": -1}"##, "“accent” is -1"),
      (##"{"accent": 1.5}"##, "“accent” is 1.5"),
      (##"{"accent": true}"##, "“accent” is true"),
      (##"{"accent": null}"##, "“accent” is neither a string nor a number"),
      (##"{"accent": {"red": 1}}"##, "“accent” is neither a string nor a number"),
      ("{\"\\u001b[2J\": 1}", "there is no color “"),
    ]
  )
  func malformed(content: String, message: String) throws {
    let error = #expect(throws: ThemeFile.Failure.self) { try ThemeFile(Data(content.utf8)) }
    let text = try #require(error?.message)
    #expect(text.hasPrefix(message), "\(text)")
    #expect(!text.contains("\u{1B}"))
    #expect(error?.recoverySuggestion.isEmpty == false)
  }

  @Test("rejects a theme file above 64 KiB")
  func tooLarge() {
    let content = "{\"accent\": \"\(String(repeating: "a", count: ThemeFile.sizeLimit))\"}"
    #expect(throws: ThemeFile.Failure.tooLarge) { try ThemeFile(Data(content.utf8)) }
  }

  private static let signs = Array("{}[]\",:#0e".utf8)

  @Test("reads a theme file with random content without crashing")
  func fuzz() {
    let valid = Array(##"{"base": "nord", "accent": "#88c0d0", "muted": 245, "text": "bright_white"}"##.utf8)
    var generator = SeededGenerator(seed: 18)
    var rejected = 0
    for _ in 0..<3_000 {
      var bytes = valid
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        let index = bytes.indices.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<3, using: &generator) {
        case 0 where !bytes.isEmpty: bytes[index] = UInt8.random(in: 0...255, using: &generator)
        case 1 where !bytes.isEmpty: bytes.remove(at: index)
        default: bytes.insert(Self.signs.randomElement(using: &generator) ?? 0, at: index)
        }
      }
      do throws(ThemeFile.Failure) {
        // A theme from a valid file can be adapted to all terminals.
        for depth in ColorDepth.allCases { _ = try ThemeFile(Data(bytes)).theme.adapted(to: depth) }
      } catch {
        rejected += 1
        #expect(!error.message.isEmpty && !error.message.contains("\u{1B}"))
      }
    }
    #expect((1..<3_000).contains(rejected))
  }
}

@Suite("Theme library")
struct ThemeLibraryTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "themes-\(UUID().uuidString)")

  private func library(_ files: [String: String]) throws -> ThemeLibrary {
    let themes = folder.appending(path: "themes")
    try FileManager.default.createDirectory(at: themes, withIntermediateDirectories: true)
    for (name, content) in files { try Data(content.utf8).write(to: themes.appending(path: name)) }
    return ThemeLibrary(configurationFile: folder.appending(path: "config.json").path)
  }

  @Test("lists built-in themes, followed by theme files with usable names")
  func choices() throws {
    let library = try library(["ocean.json": "{}", "dark.json": "{}", "notes.txt": "", "a b.json": "{}"])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(library.choices == ThemeChoice.builtIn + [.own("ocean")])
  }

  @Test("reports a listed link to a missing file without listing all themes, and at most 20 themes otherwise")
  func missingAmongMany() throws {
    let files = (0..<100).map { ("own\($0).json", "{}") }
    let library = try library(Dictionary(uniqueKeysWithValues: files))
    defer { try? FileManager.default.removeItem(at: folder) }
    let listed = #expect(throws: CommandFailure.self) { try library.listedTheme("gone") }
    #expect(listed?.message.hasSuffix("/themes/gone.json: there is no such file.") == true)
    let chosen = #expect(throws: CommandFailure.self) { try library.theme(.own("zzzzzzzz")) }
    #expect(chosen?.hint?.contains(", and 89 more.") == true)
  }

  @Test("reports the file, the key and the expected value for a broken theme")
  func broken() throws {
    let library = try library(["ocean.json": ##"{"accent": "#12"}"##])
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = #expect(throws: CommandFailure.self) { try library.theme(.own("ocean")) }
    #expect(error?.message.contains("/themes/ocean.json: “accent” is “#12”, which isn't a color.") == true)
    #expect(error?.hint?.contains("#rrggbb") == true)
  }

  @Test("refuses a pipe at once instead of waiting for its writer")
  func pipe() throws {
    let library = try library([:])
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(mkfifo(library.path(of: "pipe"), 0o600) == 0)
    let error = #expect(throws: CommandFailure.self) { try library.theme(.own("pipe")) }
    #expect(error?.message.hasSuffix("/themes/pipe.json: it isn't a regular file.") == true)
  }

  @Test("suggests the closest match for an unknown theme")
  func missing() throws {
    let library = ThemeLibrary(configurationFile: "/nowhere/config.json")
    let error = #expect(throws: CommandFailure.self) { try library.theme(.own("nrod")) }
    #expect(error?.message == "There is no theme “nrod”.")
    #expect(error?.hint?.contains("nord") == true)
  }
}
