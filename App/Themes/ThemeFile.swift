import Basics
import Components
import Foundation

/// A user's theme file: a JSON object with a built-in theme's name and the colors that differ from that theme.
struct ThemeFile {
  /// The reason why a theme file can't be used, with the location of the error.
  enum Failure: Error, Equatable {
    case missing
    case unreadable(reason: String)
    case tooLarge
    case malformed(reason: String)
    case unknownKey(String, nearest: String?)
    case unknownBase(String, nearest: String?)
    case wrongColor(key: String, value: String, mayBeTerminalColor: Bool)

    /// A sentence that gives the reason, without the file's name.
    var message: String {
      switch self {
      case .missing: "there is no such file"
      case .unreadable(let reason): reason
      case .tooLarge: "it is larger than \(ThemeFile.sizeLimit / 1024) KiB"
      case .malformed(let reason): reason
      case .unknownKey(let key, let nearest):
        "there is no color “\(key.shortened)”" + (nearest.map { "; did you mean “\($0)”?" } ?? "")
      case .unknownBase(let name, let nearest):
        "“base” is “\(name.shortened)”, which isn't a built-in theme"
          + (nearest.map { "; did you mean “\($0)”?" } ?? "")
      case .wrongColor(let key, let value, _): "“\(key)” is \(value.shortened), which isn't a color"
      }
    }

    var recoverySuggestion: String {
      switch self {
      case .missing, .unreadable: "Check the path and its permissions."
      case .tooLarge, .malformed: "Write an object such as {\"base\": \"nord\", \"accent\": \"#88c0d0\"}."
      case .unknownKey: "The keys are base, \(PaletteRole.allCases.map(\.rawValue).joined(separator: ", "))."
      case .unknownBase: "Use one of \(BuiltInTheme.allCases.map(\.rawValue).joined(separator: ", "))."
      case .wrongColor(_, _, let mayBeTerminalColor):
        "Use #rrggbb, a named color such as bright_blue, or a number from 0 to 255"
          + (mayBeTerminalColor ? ", or terminal for the terminal's own color." : ".")
      }
    }
  }

  /// The maximum size, in bytes.
  static let sizeLimit = 64 * 1024
  private static let baseKey = "base"

  let theme: Theme

  init(path: String) throws(Failure) {
    let file: InputFile
    do throws(InputFile.Failure) {
      file = try InputFile(path, limit: Self.sizeLimit, acceptsPipes: false)
    } catch {
      if error.isMissing { throw .missing }
      throw .unreadable(reason: error.reason)
    }
    try self.init(file.content)
  }

  init(_ content: Data) throws(Failure) {
    guard content.count <= Self.sizeLimit else { throw .tooLarge }
    guard !content.isEmpty else { throw .malformed(reason: "it is empty") }
    let read: Any
    do {
      read = try JSONSerialization.jsonObject(with: content, options: .fragmentsAllowed)
    } catch {
      throw .malformed(reason: "it isn't JSON: \(JSONSyntaxError(error, in: content))")
    }
    guard var members = read as? [String: Any] else { throw .malformed(reason: "it isn't a JSON object") }
    let base = try Self.base(members.removeValue(forKey: Self.baseKey))
    var palette = base.palette
    var sixteenColors = base.sixteenColors
    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
      guard let role = PaletteRole(rawValue: key) else {
        let keys = [Self.baseKey] + PaletteRole.allCases.map(\.rawValue)
        throw .unknownKey(key, nearest: Spelling.nearest(to: key, among: keys, limit: 1).first)
      }
      let color = try Self.color(value, for: role)
      palette[role] = color
      // Exact colors can be illegible in the 16-color palette, but the base theme's colors are legible.
      if case .ansi = color { sixteenColors[role] = color }
    }
    sixteenColors.background = palette.background == nil ? nil : sixteenColors.background ?? sixteenColors.surface
    theme = Theme(palette: palette, sixteenColors: sixteenColors)
  }

  private static func base(_ value: Any?) throws(Failure) -> Theme {
    guard let value else { return .dark }
    let name = value as? String ?? "\(value)"
    guard let theme = BuiltInTheme(rawValue: name) else {
      let names = BuiltInTheme.allCases.map(\.rawValue)
      throw .unknownBase(name, nearest: Spelling.nearest(to: name, among: names, limit: 1).first)
    }
    return theme.theme
  }

  /// Parses a color; `nil` for the terminal's default color.
  private static func color(_ value: Any, for role: PaletteRole) throws(Failure) -> Color? {
    if let word = value as? String {
      if word == "terminal", role.mayBeTerminalColor { return nil }
      if let color = exactColor(word) ?? namedColors[word.replacing("-", with: "_")] { return color }
      throw .wrongColor(key: role.rawValue, value: "“\(word)”", mayBeTerminalColor: role.mayBeTerminalColor)
    }
    if let number = value as? NSNumber, !number.isBoolean, let index = UInt8(exactly: number.doubleValue) {
      return ANSIColor(rawValue: index).map { .ansi($0) } ?? .palette(index)
    }
    let shown =
      (value as? NSNumber).map { $0.isBoolean ? "\($0.boolValue)" : "\($0)" } ?? "neither a string nor a number"
    throw .wrongColor(key: role.rawValue, value: shown, mayBeTerminalColor: role.mayBeTerminalColor)
  }

  private static func exactColor(_ word: String) -> Color? {
    guard word.wholeMatch(of: /#[0-9A-Fa-f]{6}/) != nil else { return nil }
    return UInt32(word.dropFirst(), radix: 16).map { .hex($0) }
  }

  private static let namedColors: [String: Color] = {
    let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]
    let all = names + names.map { "bright_\($0)" }
    return Dictionary(uniqueKeysWithValues: zip(all, ANSIColor.allCases.map { Color.ansi($0) }))
  }()
}

extension NSNumber {
  /// Whether the value is a JSON Boolean, which Foundation represents as a number with a different type encoding.
  var isBoolean: Bool { String(cString: objCType) == "c" }
}

extension String {
  /// The text for an error message, sanitized and truncated after 40 characters.
  fileprivate var shortened: String {
    let safe = sanitized(.singleLine)
    return safe.count > 40 ? safe.prefix(40) + "…" : safe
  }
}
