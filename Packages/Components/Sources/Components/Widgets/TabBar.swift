/// A row of tabs, one of which is selected.
public struct TabBar: RowWidget {
  private let titles: [StyledText]
  private let selected: Int
  private let isFocused: Bool
  private let target: String?

  /// Creates a tab bar, without a selected tab if the index is out of range.
  ///
  /// Each tab is a click target with the tab's index.
  public init(_ titles: [String], selected: Int, isFocused: Bool = false, target: String? = nil) {
    self.titles = titles.map { StyledText($0).onOneLine }
    self.selected = selected
    self.isFocused = isFocused
    self.target = target
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let width = widths(environment).reduce(0, +)
    return LengthRange(minimum: min(width, 1), ideal: width, maximum: width)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let (range, places) = visibleTabs(width: canvas.size.width, environment)
    for (index, columns) in zip(range, places) {
      canvas.write(face(index, environment), row: 0, columns: columns)
      if let target {
        canvas.addTarget(
          target,
          index: index,
          in: Rectangle(x: columns.lowerBound, y: 0, width: columns.count, height: 1)
        )
      }
    }
    let style = TextStyle.foreground(environment.theme.palette.secondaryText)
    guard canvas.size.width > 2 else { return }
    if range.lowerBound > 0 { canvas.write(StyledText(environment.glyphs.leftMark, style), at: .zero) }
    if range.upperBound < titles.count {
      canvas.write(StyledText(environment.glyphs.rightMark, style), at: Point(x: canvas.size.width - 1, y: 0))
    }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    guard !titles.isEmpty else { return }
    let names = titles.enumerated().map { $0 == selected ? $1 + " (selected)" : $1 }
    reader.read("Tabs: " + names.joined(separator: ", "))
  }

  private func widths(_ environment: RenderEnvironment) -> [Int] { titles.map { environment.width(of: $0) + 2 } }

  private func face(_ index: Int, _ environment: RenderEnvironment) -> StyledText {
    let isSelected = index == selected
    let edges = isSelected && environment.surface == nil ? ("[", "]") : (" ", " ")
    return (StyledText(safe: edges.0) + titles[index] + StyledText(safe: edges.1))
      .styled(style(isSelected, environment))
  }

  private func style(_ isSelected: Bool, _ environment: RenderEnvironment) -> TextStyle {
    let palette = environment.theme.palette
    guard isSelected else { return environment.hasColor ? .foreground(palette.secondaryText) : .plain }
    guard environment.hasColor else { return .bold.inverse(isFocused) }
    return isFocused
      ? TextStyle(foreground: palette.onAccent, background: palette.accent, attributes: .bold)
      : TextStyle(foreground: palette.accent, background: environment.surface, attributes: .bold)
  }

  /// Returns the range and columns of the tabs that fit, including the selected tab.
  private func visibleTabs(width: Int, _ environment: RenderEnvironment) -> (Range<Int>, [Range<Int>]) {
    let widths = widths(environment)
    guard widths.reduce(0, +) > width, !titles.isEmpty else {
      return (titles.indices, Self.places(widths[...], from: 0))
    }
    let room = width > 2 ? width - 2 : width
    let current = min(max(selected, 0), titles.count - 1)
    var first = current
    var end = current + 1
    var used = widths[current]
    while true {
      if end < titles.count, used + widths[end] <= room {
        used += widths[end]
        end += 1
      } else if first > 0, used + widths[first - 1] <= room {
        first -= 1
        used += widths[first]
      } else {
        break
      }
    }
    let places = Self.places(widths[first..<end], from: width > 2 ? 1 : 0)
    let limit = width > 2 ? width - 1 : width
    return (first..<end, places.map { $0.clamped(to: 0..<max(limit, 0)) })
  }

  private static func places(_ widths: ArraySlice<Int>, from start: Int) -> [Range<Int>] {
    var start = start
    return widths.map { width in
      defer { start += width }
      return start..<(start + width)
    }
  }
}
