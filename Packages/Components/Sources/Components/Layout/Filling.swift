/// A widget that takes all the space that there is and stands somewhere in it.
public struct Filling: Widget {
  private let content: any Widget
  private let alignment: Alignment

  /// Gives a widget all the space.
  public init(_ content: any Widget, alignment: Alignment = .topLeading) {
    self.content = content
    self.alignment = alignment
  }

  /// The priority of its content.
  public var layoutPriority: Int { content.layoutPriority }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let range = content.widthRange(in: environment)
    return .flexible(minimum: range.minimum, ideal: range.ideal)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let columns = content.widthRange(in: environment).length(in: width)
    let range = content.heightRange(width: columns, in: environment)
    return .flexible(minimum: range.minimum, ideal: range.ideal)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let environment = canvas.environment
    let columns = content.widthRange(in: environment).length(in: canvas.size.width)
    let rows = content.heightRange(width: columns, in: environment).length(in: canvas.size.height)
    canvas.draw(content, in: alignment.area(of: Size(width: columns, height: rows), in: canvas.size))
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(content) }
}
