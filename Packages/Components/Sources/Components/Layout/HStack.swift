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
