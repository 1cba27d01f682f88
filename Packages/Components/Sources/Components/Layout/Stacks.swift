/// A vertical stack of widgets.
public struct VStack: Widget {
  private let layout: StackLayout
  private let alignment: HorizontalAlignment

  /// Creates a stack, with an alignment for narrower widgets and a number of rows between widgets.
  public init(
    alignment: HorizontalAlignment = .leading,
    spacing: Int = 0,
    @WidgetBuilder _ children: () -> [any Widget]
  ) {
    self.init(alignment: alignment, spacing: spacing, children: children())
  }

  /// Creates a stack from an array of widgets.
  public init(alignment: HorizontalAlignment = .leading, spacing: Int = 0, children: [any Widget]) {
    self.alignment = alignment
    layout = StackLayout(children: children, spacing: max(spacing, 0))
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    layout.crossRange { $0.widthRange(in: environment) }
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    heights(width: width, environment).reduce(.fixed(0), +).adding(layout.gaps)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let width = canvas.size.width
    let rows = layout.placements(heights(width: width, environment), total: canvas.size.height)
    for (child, rows) in zip(layout.children, rows) where !rows.isEmpty && !(child is Spacer) {
      let columns = child.widthRange(in: environment).length(in: width)
      let leading = alignment.leadingBlanks(of: width - columns)
      canvas.draw(child, in: Rectangle(x: leading, y: rows.lowerBound, width: columns, height: rows.count))
    }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    for child in layout.children { reader.read(child) }
  }

  private func heights(width: Int, _ environment: RenderEnvironment) -> [LengthRange] {
    layout.children.map { child in
      if child is Spacer { return child.heightRange(width: width, in: environment) }
      let columns = child.widthRange(in: environment).length(in: width)
      return child.heightRange(width: columns, in: environment)
    }
  }
}

/// A horizontal stack of widgets.
public struct HStack: Widget {
  private let layout: StackLayout
  private let alignment: VerticalAlignment

  /// Creates a stack, with an alignment for shorter widgets and a number of columns between widgets.
  public init(
    alignment: VerticalAlignment = .top,
    spacing: Int = 1,
    @WidgetBuilder _ children: () -> [any Widget]
  ) {
    self.init(alignment: alignment, spacing: spacing, children: children())
  }

  /// Creates a stack from an array of widgets.
  public init(alignment: VerticalAlignment = .top, spacing: Int = 1, children: [any Widget]) {
    self.alignment = alignment
    layout = StackLayout(children: children, spacing: max(spacing, 0))
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    layout.children.reduce(.fixed(0)) { $0 + $1.widthRange(in: environment) }.adding(layout.gaps)
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let columns = columns(width: width, environment)
    return zip(layout.children, columns).reduce(.fixed(0)) { result, part in
      let (child, columns) = part
      return child is Spacer || columns.isEmpty
        ? result : result.united(with: child.heightRange(width: columns.count, in: environment))
    }
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let height = canvas.size.height
    for (child, columns) in zip(layout.children, columns(width: canvas.size.width, environment)) {
      guard !columns.isEmpty, !(child is Spacer) else { continue }
      let rows = child.heightRange(width: columns.count, in: environment).length(in: height)
      let top = alignment.leadingRows(of: height - rows)
      canvas.draw(child, in: Rectangle(x: columns.lowerBound, y: top, width: columns.count, height: rows))
    }
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) { reader.read(together: layout.children) }

  private func columns(width: Int, _ environment: RenderEnvironment) -> [Range<Int>] {
    layout.placements(layout.children.map { $0.widthRange(in: environment) }, total: width)
  }
}

struct StackLayout {
  let children: [any Widget]
  let spacing: Int

  var gaps: Int { max(children.count - 1, 0) * spacing }

  private var priorities: [Int] { children.map(\.layoutPriority) }

  /// Returns the range of each child, with gaps that shrink before children do.
  func placements(_ ranges: [LengthRange], total: Int) -> [Range<Int>] {
    let needed = ranges.reduce(0) { $0 + $1.minimum }
    let gap = children.count > 1 ? min(spacing, max(total - needed, 0) / (children.count - 1)) : 0
    let available = total - gap * max(children.count - 1, 0)
    var start = 0
    return LengthDistributor.lengths(of: ranges, priorities: priorities, total: available).map { length in
      defer { start += length + gap }
      return start..<(start + length)
    }
  }

  /// Returns the stack's length range on the other axis, which fits all children except spacers.
  func crossRange(_ range: (any Widget) -> LengthRange) -> LengthRange {
    children.reduce(.fixed(0)) { $1 is Spacer ? $0 : $0.united(with: range($1)) }
  }
}

/// Empty space that expands to fill a stack.
public struct Spacer: Widget {
  private let minimumLength: Int

  /// Creates a spacer with a minimum length, in cells.
  public init(minimumLength: Int = 0) { self.minimumLength = max(minimumLength, 0) }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: minimumLength, ideal: minimumLength)
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: minimumLength, ideal: minimumLength)
  }

  /// Draws nothing.
  public func draw(on canvas: inout Canvas) {}

  /// Adds no lines.
  public func read(to reader: inout LinearReader) {}
}

/// A result builder for the children of a stack.
@resultBuilder
public enum WidgetBuilder {
  /// Returns a widget as an array.
  public static func buildExpression(_ widget: any Widget) -> [any Widget] { [widget] }
  /// Returns an array of widgets unchanged.
  public static func buildExpression(_ widgets: [any Widget]) -> [any Widget] { widgets }
  /// Combines the statements in a block.
  public static func buildBlock(_ parts: [any Widget]...) -> [any Widget] { parts.flatMap { $0 } }
  /// Supports `if` without `else`.
  public static func buildOptional(_ part: [any Widget]?) -> [any Widget] { part ?? [] }
  /// Supports the first branch of `if` and `switch`.
  public static func buildEither(first: [any Widget]) -> [any Widget] { first }
  /// Supports the other branches of `if` and `switch`.
  public static func buildEither(second: [any Widget]) -> [any Widget] { second }
  /// Supports `for` loops.
  public static func buildArray(_ parts: [[any Widget]]) -> [any Widget] { parts.flatMap { $0 } }
}
