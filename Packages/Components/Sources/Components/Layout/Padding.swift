/// A widget with a margin around it; the margin goes first where there is no room.
public struct Padding: Widget {
  private let content: any Widget
  private let insets: Insets

  /// Puts a margin around a widget.
  public init(_ content: any Widget, _ insets: Insets) {
    self.content = content
    self.insets = insets
  }

  /// The priority of its content.
  public var layoutPriority: Int { content.layoutPriority }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let range = content.widthRange(in: environment)
    let wide = range.adding(insets.horizontal)
    return LengthRange(minimum: range.minimum, ideal: wide.ideal, maximum: wide.maximum)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let columns = Self.inside(width, insets.leading, insets.trailing).count
    let range = content.heightRange(width: columns, in: environment)
    let high = range.adding(insets.vertical)
    return LengthRange(minimum: range.minimum, ideal: high.ideal, maximum: high.maximum)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let columns = Self.inside(canvas.size.width, insets.leading, insets.trailing)
    let range = content.heightRange(width: columns.count, in: canvas.environment)
    let rows = Self.inside(canvas.size.height, insets.top, insets.bottom, keeping: range.minimum)
    canvas.draw(
      content,
      in: Rectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    )
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(content) }

  /// What the margins leave of a length: at least what is to be kept, as far as there is that much.
  private static func inside(_ length: Int, _ leading: Int, _ trailing: Int, keeping least: Int = 1) -> Range<Int> {
    let spare = max(length - max(least, 1), 0)
    let wanted = leading + trailing
    let before = spare >= wanted ? leading : spare * leading / max(wanted, 1)
    return before..<(length - min(trailing, spare - before))
  }
}
