/// A color's role in a palette, with the role's key in theme files as the raw value.
public enum PaletteRole: String, Hashable, Sendable, CaseIterable {
  case background
  case text
  case muted
  case accent
  case accentEnd = "accent_end"
  case onAccent = "on_accent"
  case border
  case surface
  case selection
  case onSelection = "on_selection"
  case positive
  case negative
  case warning
  case information

  /// Whether the role can use the terminal's own color.
  public var mayBeTerminalColor: Bool { self == .background || self == .text }
}

/// A text color that is hard to read on a background.
public struct ContrastProblem: Hashable, Sendable {
  /// The role of the text color.
  public let text: PaletteRole
  /// The role of the background color.
  public let background: PaletteRole
  /// The contrast ratio, which is below ``Color/minimumTextContrast``.
  public let ratio: Double
}

extension Palette {
  /// The color for a role, or `nil` for the terminal's own color, which only some roles accept.
  public subscript(role: PaletteRole) -> Color? {
    get {
      switch role {
      case .background: background
      case .text: text
      default: Self.path(of: role).map { self[keyPath: $0] }
      }
    }
    set {
      switch role {
      case .background: background = newValue
      case .text: text = newValue
      default: if let newValue, let path = Self.path(of: role) { self[keyPath: path] = newValue }
      }
    }
  }

  /// The combinations of text and background with too little contrast, except for the terminal's own colors.
  public var contrastProblems: [ContrastProblem] {
    let texts: [PaletteRole] = [.text, .muted, .accent, .accentEnd, .positive, .negative, .warning, .information]
    var pairs = texts.flatMap { text in [(text, PaletteRole.background), (text, .surface)] }
    pairs += texts.dropFirst().map { (.onAccent, $0) } + [(.onSelection, .selection)]
    return pairs.compactMap { text, ground in
      guard let color = self[text], let behind = self[ground] else { return nil }
      let ratio = color.contrast(with: behind)
      return ratio < Color.minimumTextContrast ? ContrastProblem(text: text, background: ground, ratio: ratio) : nil
    }
  }

  private static func path(of role: PaletteRole) -> WritableKeyPath<Palette, Color>? {
    switch role {
    case .background, .text: nil
    case .muted: \.secondaryText
    case .accent: \.accent
    case .accentEnd: \.accentEnd
    case .onAccent: \.onAccent
    case .border: \.border
    case .surface: \.surface
    case .selection: \.selection
    case .onSelection: \.onSelection
    case .positive: \.positive
    case .negative: \.negative
    case .warning: \.warning
    case .information: \.information
    }
  }
}
