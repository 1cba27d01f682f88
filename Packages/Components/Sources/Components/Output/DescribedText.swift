/// A titled value.
public struct DescribedText: Hashable, Sendable {
  let title: String
  var value: StyledText

  /// Creates a titled value, with the title on one line.
  public init(_ title: String, _ value: StyledText) {
    self.title = title.sanitized(.singleLine)
    self.value = value
  }

  /// Creates a titled value from plain text, which is sanitized.
  public init(_ title: String, _ value: String) { self.init(title, StyledText(value)) }
}

extension DescribedText: Widget {
  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    DescribedTextGroup([self]).widthRange(in: environment)
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    DescribedTextGroup([self]).heightRange(width: width, in: environment)
  }

  /// Draws the title and the value.
  public func draw(on canvas: inout Canvas) { DescribedTextGroup([self]).draw(on: &canvas) }

  /// Adds the title and the value as a line.
  public func read(to reader: inout LinearReader) { DescribedTextGroup([self]).read(to: &reader) }
}

extension DescribedTextGroup: Widget {
  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let widths = lines(width: nil, environment).map { environment.width(of: $0) }
    let widest = widths.max() ?? 0
    return LengthRange(minimum: min(widest, 1), ideal: widest, maximum: widest)
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let count = lines(width: width, environment).count
    return LengthRange(minimum: min(count, 1), ideal: count, maximum: count)
  }

  /// Draws the titles and values in two columns.
  public func draw(on canvas: inout Canvas) {
    for (row, line) in lines(width: canvas.size.width, canvas.environment).enumerated() {
      canvas.write(line, row: row)
    }
  }

  /// Adds each title and its value as a line.
  public func read(to reader: inout LinearReader) {
    for item in items { reader.read(StyledText(safe: item.title + ": ") + item.value.onOneLine) }
  }

  private func lines(width: Int?, _ environment: RenderEnvironment) -> [StyledText] {
    var mode = OutputMode(layout: .terminal, widthPolicy: environment.widthPolicy, theme: environment.theme)
    let natural = terminalLines(mode)
    guard let width, natural.contains(where: { environment.width(of: $0) > width }) else { return natural }
    mode.width = width
    return terminalLines(mode)
  }
}

/// A group of titled values with aligned values.
///
/// ```
/// Count          3
/// Response code  7f0c5a52-…       (terminal)
///
/// Count: 3                        (linear)
/// ```
public struct DescribedTextGroup: Hashable, Sendable {
  var items: [DescribedText]

  /// Creates a group.
  public init(_ items: [DescribedText]) { self.items = items }

  /// The minimum width for a value beside its title, in cells; in less space, the value goes below the title.
  static let narrowestValue = 12

  /// Returns the group's lines for an output mode, each ending with a line feed.
  ///
  /// A terminal shows titles and values in two columns and wraps the values. If there isn't enough space, values go
  /// below their titles. Records separate the title from the value with a tab, and linear output uses a colon.
  public func rendered(for mode: OutputMode) -> String {
    let lines: [StyledText]
    switch mode.layout {
    case .terminal: lines = terminalLines(mode)
    case .records: lines = items.map { StyledText(safe: $0.title + "\t") + $0.value.onOneLine }
    case .linear: lines = items.flatMap(Self.linearLines)
    }
    return lines.reduce(into: "") { $0 += $1.encoded(for: mode.capabilities) + "\n" }
  }

  func terminalLines(_ mode: OutputMode) -> [StyledText] {
    let theme = mode.theme
    let policy = mode.widthPolicy
    let style = theme.typography.label
    let titleWidth = items.reduce(0) { max($0, $1.title.displayWidth(policy)) }
    let indent = titleWidth + theme.spacing.medium
    let width = mode.width.map { max($0, 1) } ?? Int.max
    let isBeside = width == Int.max || width - indent >= Self.narrowestValue
    let lines = items.flatMap { item -> [StyledText] in
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
    // Together, the indentation and a line that starts with a mark can be wider than both of them.
    return lines.map { $0.truncated(to: width, policy: policy) }
  }

  /// Returns the title with the first line of the value, followed by the other lines, indented.
  private static func linearLines(_ item: DescribedText) -> [StyledText] {
    let values = item.value.wrapped(to: Int.max)
    return values.enumerated().map { position, line in
      StyledText(safe: position == 0 ? item.title + ": " : "  ") + line
    }
  }
}
