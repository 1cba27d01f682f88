/// Empty room that takes what the others leave.
public struct Spacer: Widget {
  /// The fewest cells.
  public var minimumLength: Int

  /// Creates empty room.
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
