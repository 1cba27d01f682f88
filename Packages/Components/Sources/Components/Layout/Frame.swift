/// A widget in a space of a given size.
public struct Frame: Widget {
  private let content: any Widget
  private let width: LengthRange?
  private let height: LengthRange?
  private let alignment: Alignment

  /// Puts a widget into a space; where no range is given, the widget's own counts.
  public init(
    _ content: any Widget,
    width: LengthRange? = nil,
    height: LengthRange? = nil,
    alignment: Alignment = .topLeading
  ) {
    self.content = content
    self.width = width
    self.height = height
    self.alignment = alignment
  }

  /// The priority of its content.
  public var layoutPriority: Int { content.layoutPriority }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    width ?? content.widthRange(in: environment)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    height ?? content.heightRange(width: contentWidth(width, environment), in: environment)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let columns = contentWidth(canvas.size.width, canvas.environment)
    let rows = content.heightRange(width: columns, in: canvas.environment).length(in: canvas.size.height)
    canvas.draw(content, in: alignment.area(of: Size(width: columns, height: rows), in: canvas.size))
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(content) }

  private func contentWidth(_ available: Int, _ environment: RenderEnvironment) -> Int {
    content.widthRange(in: environment).length(in: available)
  }
}
