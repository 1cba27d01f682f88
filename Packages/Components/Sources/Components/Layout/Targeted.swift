/// A widget that can be clicked, under a name.
public struct Targeted: Widget {
  private let content: any Widget
  private let name: String
  private let index: Int?

  /// Gives a widget a name for clicks.
  public init(_ content: any Widget, name: String, index: Int? = nil) {
    self.content = content
    self.name = name
    self.index = index
  }

  /// The priority of its content.
  public var layoutPriority: Int { content.layoutPriority }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { content.widthRange(in: environment) }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    content.heightRange(width: width, in: environment)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    canvas.addTarget(name, index: index, in: canvas.bounds)
    content.draw(on: &canvas)
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(content) }
}
