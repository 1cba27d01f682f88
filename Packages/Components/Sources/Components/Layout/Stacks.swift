/// Widgets one below the other.
public struct VStack: Widget {
  private let layout: StackLayout
  private let alignment: HorizontalAlignment

  /// Creates a column.
  ///
  /// - Parameters:
  ///   - alignment: where narrower widgets stand.
  ///   - spacing: the rows between two widgets.
  ///   - children: the widgets.
  public init(
    alignment: HorizontalAlignment = .leading,
    spacing: Int = 0,
    @WidgetBuilder _ children: () -> [any Widget]
  ) {
    self.init(alignment: alignment, spacing: spacing, children: children())
  }

  /// Creates a column of widgets that are in an array already.
  public init(alignment: HorizontalAlignment = .leading, spacing: Int = 0, children: [any Widget]) {
    self.alignment = alignment
    layout = StackLayout(children: children, spacing: max(spacing, 0))
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    layout.crossRange { $0.widthRange(in: environment) }
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    heights(width: width, environment).reduce(.fixed(0), +).adding(layout.gaps)
  }

  /// Draws into the canvas's area.
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

  /// Reads itself out in lines.
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

/// Widgets beside each other, from left to right.
public struct HStack: Widget {
  private let layout: StackLayout
  private let alignment: VerticalAlignment

  /// Creates a row.
  ///
  /// - Parameters:
  ///   - alignment: where lower widgets stand.
  ///   - spacing: the cells between two widgets.
  ///   - children: the widgets.
  public init(
    alignment: VerticalAlignment = .top,
    spacing: Int = 1,
    @WidgetBuilder _ children: () -> [any Widget]
  ) {
    self.init(alignment: alignment, spacing: spacing, children: children())
  }

  /// Creates a row of widgets that are in an array already.
  public init(alignment: VerticalAlignment = .top, spacing: Int = 1, children: [any Widget]) {
    self.alignment = alignment
    layout = StackLayout(children: children, spacing: max(spacing, 0))
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    layout.children.reduce(.fixed(0)) { $0 + $1.widthRange(in: environment) }.adding(layout.gaps)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let columns = columns(width: width, environment)
    return zip(layout.children, columns).reduce(.fixed(0)) { result, part in
      let (child, columns) = part
      return child is Spacer || columns.isEmpty
        ? result : result.united(with: child.heightRange(width: columns.count, in: environment))
    }
  }

  /// Draws into the canvas's area.
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

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(together: layout.children) }

  private func columns(width: Int, _ environment: RenderEnvironment) -> [Range<Int>] {
    layout.placements(layout.children.map { $0.widthRange(in: environment) }, total: width)
  }
}

/// What stacks of both directions have in common.
struct StackLayout {
  let children: [any Widget]
  let spacing: Int

  /// The cells between the children together.
  var gaps: Int { max(children.count - 1, 0) * spacing }

  private var priorities: [Int] { children.map(\.layoutPriority) }

  /// The start and the length of every child; gaps are given up before children are.
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

  /// The range across the stack: what the child that needs most needs; spacers do not count.
  func crossRange(_ range: (any Widget) -> LengthRange) -> LengthRange {
    children.reduce(.fixed(0)) { $1 is Spacer ? $0 : $0.united(with: range($1)) }
  }
}

/// Empty room that takes what the others leave.
public struct Spacer: Widget {
  private let minimumLength: Int

  /// Creates empty room of at least a number of cells.
  public init(minimumLength: Int = 0) { self.minimumLength = max(minimumLength, 0) }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: minimumLength, ideal: minimumLength)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: minimumLength, ideal: minimumLength)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {}

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {}
}

/// Collects widgets that are written one below the other.
@resultBuilder
public enum WidgetBuilder {
  /// A widget.
  public static func buildExpression(_ widget: any Widget) -> [any Widget] { [widget] }
  /// Widgets made elsewhere.
  public static func buildExpression(_ widgets: [any Widget]) -> [any Widget] { widgets }
  /// All of them.
  public static func buildBlock(_ parts: [any Widget]...) -> [any Widget] { parts.flatMap { $0 } }
  /// Those of an `if` without `else`.
  public static func buildOptional(_ part: [any Widget]?) -> [any Widget] { part ?? [] }
  /// Those of an `if`.
  public static func buildEither(first: [any Widget]) -> [any Widget] { first }
  /// Those of an `else`.
  public static func buildEither(second: [any Widget]) -> [any Widget] { second }
  /// Those of a loop.
  public static func buildArray(_ parts: [[any Widget]]) -> [any Widget] { parts.flatMap { $0 } }
}
