/// A widget with a layout priority other than its own.
public struct Prioritized: Widget {
  private let content: any Widget
  /// The priority that it was given.
  public let layoutPriority: Int

  /// Gives a widget a priority.
  public init(_ content: any Widget, priority: Int) {
    self.content = content
    layoutPriority = priority
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { content.widthRange(in: environment) }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    content.heightRange(width: width, in: environment)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) { content.draw(on: &canvas) }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(content) }
}
