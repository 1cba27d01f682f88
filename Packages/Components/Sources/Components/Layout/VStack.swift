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
