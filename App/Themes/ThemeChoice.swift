import CommandLine
import Components

enum ThemeChoice: Hashable, Sendable {
  /// The theme that matches the terminal's background.
  case auto
  case builtIn(BuiltInTheme)
  /// A user's theme, stored in a file in the theme directory.
  case own(String)

  static let builtIn: [ThemeChoice] = [.auto] + BuiltInTheme.allCases.map { .builtIn($0) }

  /// Creates a choice; `nil` if the name can't be a file name.
  init?(_ word: String) {
    if word == "auto" {
      self = .auto
    } else if let theme = BuiltInTheme(rawValue: word) {
      self = .builtIn(theme)
    } else if word.wholeMatch(of: /[A-Za-z0-9][A-Za-z0-9._-]{0,63}/) != nil {
      self = .own(word)
    } else {
      return nil
    }
  }

  var word: String {
    switch self {
    case .auto: "auto"
    case .builtIn(let theme): theme.rawValue
    case .own(let name): name
    }
  }

  var summary: String {
    switch self {
    case .auto: "Follows the terminal's background"
    case .builtIn(let theme): theme.summary
    case .own: "Your own theme"
    }
  }
}

extension ValueRule where Value == ThemeChoice {
  /// A rule for theme names, which doesn't check whether a user's theme file exists.
  static var theme: Self {
    let words = ThemeChoice.builtIn.map(\.word).joined(separator: ", ")
    let rule = Self(
      expectation: "\(words), or the name of a file in the themes folder next to the configuration file",
      example: "nord"
    ) { word throws(ValidationError) in
      guard let choice = ThemeChoice(word) else { throw ValidationError("“\(word)” isn't the name of a theme") }
      return choice
    }
    return rule.suggesting(ThemeChoice.builtIn.map { Choice($0.word, $0.summary) })
  }
}
