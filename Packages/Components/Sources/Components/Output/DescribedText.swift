/// A value with the title that says what it is.
public struct DescribedText: Hashable, Sendable {
  /// What the value is; one line, made safe.
  let title: String
  /// The value.
  var value: StyledText

  /// Creates a described text; line feeds in the title become blanks.
  public init(_ title: String, _ value: StyledText) {
    self.title = title.sanitized(.singleLine)
    self.value = value
  }

  /// Creates a described text of a plain value, which is made safe.
  public init(_ title: String, _ value: String) { self.init(title, StyledText(value)) }
}

extension DescribedText: Widget {
  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    DescribedTextGroup([self]).widthRange(in: environment)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    DescribedTextGroup([self]).heightRange(width: width, in: environment)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) { DescribedTextGroup([self]).draw(on: &canvas) }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { DescribedTextGroup([self]).read(to: &reader) }
}

extension DescribedTextGroup: Widget {
  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let widths = lines(width: nil, environment).map { environment.width(of: $0) }
    let widest = widths.max() ?? 0
    return LengthRange(minimum: min(widest, 1), ideal: widest, maximum: widest)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let count = lines(width: width, environment).count
    return LengthRange(minimum: min(count, 1), ideal: count, maximum: count)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    for (row, line) in lines(width: canvas.size.width, canvas.environment).enumerated() {
      canvas.write(line, row: row)
    }
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    for item in items { reader.read(StyledText(safe: item.title + ": ") + item.value.onOneLine) }
  }

  private func lines(width: Int?, _ environment: RenderEnvironment) -> [StyledText] {
    let mode = OutputMode(layout: .terminal, widthPolicy: environment.widthPolicy)
    let natural = terminalLines(mode, environment.theme)
    guard let width, natural.contains(where: { environment.width(of: $0) > width }) else { return natural }
    return terminalLines(
      OutputMode(layout: .terminal, width: width, widthPolicy: environment.widthPolicy),
      environment.theme
    )
  }
}

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
  var items: [DescribedText]

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
