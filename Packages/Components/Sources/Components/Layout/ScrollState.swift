/// Which part of something larger than its area is shown; kept by whoever shows it.
public struct ScrollState: Hashable, Sendable {
  /// The column and the row that are at the top left corner.
  public var offset: Point

  /// Creates a state.
  public init(offset: Point = .zero) { self.offset = offset }

  /// The state moved into what there is: the last part still fills the area.
  public func clamped(content: Size, viewport: Size) -> ScrollState {
    ScrollState(
      offset: Point(
        x: max(min(offset.x, content.width - viewport.width), 0),
        y: max(min(offset.y, content.height - viewport.height), 0)
      )
    )
  }

  /// Moves by columns and rows, as far as there is something.
  public mutating func scroll(by distance: Point, content: Size, viewport: Size) {
    let x = offset.x.addingReportingOverflow(distance.x)
    let y = offset.y.addingReportingOverflow(distance.y)
    let moved = Point(
      x: x.overflow ? (distance.x < 0 ? 0 : Int.max) : x.partialValue,
      y: y.overflow ? (distance.y < 0 ? 0 : Int.max) : y.partialValue
    )
    self = ScrollState(offset: moved).clamped(content: content, viewport: viewport)
  }

  /// Moves as little as possible so that an area of the content is visible; its start counts where it is too large.
  public mutating func reveal(_ area: Rectangle, content: Size, viewport: Size) {
    offset = Point(
      x: Self.revealed(offset.x, area.minX, area.maxX, viewport.width),
      y: Self.revealed(offset.y, area.minY, area.maxY, viewport.height)
    )
    self = clamped(content: content, viewport: viewport)
  }

  static func revealed(_ offset: Int, _ start: Int, _ end: Int, _ length: Int) -> Int {
    min(max(offset, end - length), start)
  }
}
