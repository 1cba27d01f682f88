/// Described texts that belong together, written with their values aligned.
///
/// ```
/// Count          3
/// Response code  7f0c5a52-…       (terminal)
///
/// Count: 3                        (linear)
/// ```
public struct DescribedTextGroup: Hashable, Sendable {
  /// The texts, in order.
  public var items: [DescribedText]

  /// Creates a group.
  public init(_ items: [DescribedText]) { self.items = items }

  /// A value narrower than this is put below its title instead of beside it.
  static let narrowestValue = 12

  /// The group as it is written in a mode, every line ended by a line feed; empty for an empty group.
  ///
  /// On a terminal titles and values are two columns, and long values are wrapped in theirs; where that leaves too little
  /// room a value stands below its title. As records, title and value are divided by a tab. Linear, by a colon.
  ///
  /// - Parameters:
  ///   - mode: how the output is laid out.
  ///   - theme: how titles look, and the distance of the columns.
  /// - Returns: the lines.
  public func rendered(for mode: OutputMode, theme: Theme = .dark) -> String {
    let lines: [StyledText]
    switch mode.layout {
    case .terminal: lines = terminalLines(mode, theme)
    case .records: lines = items.map { StyledText(safe: $0.title + "\t") + $0.value.onOneLine }
    case .linear: lines = items.flatMap(Self.linearLines)
    }
    return lines.reduce(into: "") { $0 += $1.encoded(for: mode.capabilities) + "\n" }
  }

  func terminalLines(_ mode: OutputMode, _ theme: Theme) -> [StyledText] {
    let policy = mode.widthPolicy
    let style = theme.typography.label
    let titleWidth = items.reduce(0) { max($0, $1.title.displayWidth(policy)) }
    let indent = titleWidth + theme.spacing.medium
    let width = mode.width.map { max($0, 1) } ?? Int.max
    let isBeside = width == Int.max || width - indent >= Self.narrowestValue
    return items.flatMap { item -> [StyledText] in
      let title = StyledText(safe: item.title, style)
      if isBeside {
        let values = item.value.wrapped(to: width - indent, policy: policy)
        return values.enumerated().map { position, line in
          (position == 0 ? title : StyledText()).padded(to: line.isEmpty ? 0 : indent, policy: policy) + line
        }
      }
      let margin = min(theme.spacing.medium, width - 1)
      let blanks = StyledText(safe: String(repeating: " ", count: margin))
      return title.wrapped(to: width, policy: policy)
        + item.value.wrapped(to: width - margin, policy: policy).map { blanks + $0 }
    }
  }

  /// The title and the first line of the value; further lines follow, indented.
  private static func linearLines(_ item: DescribedText) -> [StyledText] {
    let values = item.value.wrapped(to: Int.max)
    return values.enumerated().map { position, line in
      StyledText(safe: position == 0 ? item.title + ": " : "  ") + line
    }
  }
}
