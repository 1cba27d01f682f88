/// A scrollable view of a larger widget, with a vertical scroll bar if needed.
public struct ScrollArea: Widget {
  private let content: any Widget
  private let state: ScrollState
  private let scrollsHorizontally: Bool
  private let name: String?

  /// Creates a scroll area, whose content gets its ideal height.
  ///
  /// With `scrollsHorizontally`, the content also gets its ideal width instead of the width of the area. The frame
  /// contains a ``Viewport`` with the given name, if any.
  public init(_ content: any Widget, state: ScrollState, scrollsHorizontally: Bool = false, name: String? = nil) {
    self.content = content
    self.state = state
    self.name = name
    self.scrollsHorizontally = scrollsHorizontally
  }

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let range = content.widthRange(in: environment)
    return .flexible(minimum: scrollsHorizontally ? 1 : range.minimum, ideal: range.ideal)
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: contentSize(width: width, environment).height)
  }

  /// Returns the size of the content in a viewport, as required by the methods of ``ScrollState``.
  public func contentSize(viewport: Size, in environment: RenderEnvironment) -> Size {
    layout(viewport, environment).content
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let (content, viewport) = layout(canvas.size, canvas.environment)
    let offset = state.clamped(content: content, viewport: viewport).offset
    if let name { canvas.addViewport(name, in: Rectangle(viewport), content: content) }
    canvas.withArea(Rectangle(viewport)) { inner in
      inner.draw(
        self.content,
        in: Rectangle(origin: Point(x: -offset.x, y: -offset.y), size: content)
      )
    }
    guard viewport.width < canvas.size.width else { return }
    let bar = ScrollBar(total: content.height, visible: viewport.height, offset: offset.y)
    canvas.draw(bar, in: Rectangle(x: viewport.width, y: 0, width: 1, height: canvas.size.height))
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) { reader.read(content) }

  /// Returns the sizes of the content and the viewport, leaving space for a scroll bar if one is needed and fits.
  private func layout(_ size: Size, _ environment: RenderEnvironment) -> (content: Size, viewport: Size) {
    let full = contentSize(width: size.width, environment)
    guard full.height > size.height, size.width > 1 else { return (full, size) }
    let viewport = Size(width: size.width - 1, height: size.height)
    return (contentSize(width: viewport.width, environment), viewport)
  }

  private func contentSize(width: Int, _ environment: RenderEnvironment) -> Size {
    let range = content.widthRange(in: environment)
    let columns = scrollsHorizontally ? max(range.ideal, width) : width
    return Size(width: columns, height: content.heightRange(width: columns, in: environment).ideal)
  }
}

/// The scroll position of content that is larger than its area, stored by the scroll area's owner.
public struct ScrollState: Hashable, Sendable {
  /// The first visible column and row.
  public var offset: Point

  /// Creates a state, by default at the start of the content.
  public init(offset: Point = .zero) { self.offset = offset }

  /// Returns the state with its offset clamped to the content.
  public func clamped(content: Size, viewport: Size) -> ScrollState {
    ScrollState(
      offset: Point(
        x: max(min(offset.x, content.width - viewport.width), 0),
        y: max(min(offset.y, content.height - viewport.height), 0)
      )
    )
  }

  /// Scrolls by a number of columns and rows, within the content.
  public mutating func scroll(by distance: Point, content: Size, viewport: Size) {
    let x = offset.x.addingReportingOverflow(distance.x)
    let y = offset.y.addingReportingOverflow(distance.y)
    let moved = Point(
      x: x.overflow ? (distance.x < 0 ? 0 : Int.max) : x.partialValue,
      y: y.overflow ? (distance.y < 0 ? 0 : Int.max) : y.partialValue
    )
    self = ScrollState(offset: moved).clamped(content: content, viewport: viewport)
  }

  /// Scrolls as little as necessary to show an area, or the beginning of an area that is too large.
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

/// A vertical scroll bar whose thumb represents the visible part of the content.
struct ScrollBar: Widget {
  private let total: Int
  private let visible: Int
  private let offset: Int

  /// Creates a scroll bar for a total number of rows, a number of visible rows, and the first visible row.
  init(total: Int, visible: Int, offset: Int) {
    self.total = max(total, 0)
    self.visible = max(visible, 0)
    self.offset = max(offset, 0)
  }

  func widthRange(in environment: RenderEnvironment) -> LengthRange { .fixed(1) }

  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: 1)
  }

  func draw(on canvas: inout Canvas) {
    let height = canvas.size.height
    guard height > 0, total > visible else { return }
    let environment = canvas.environment
    let style = TextStyle.foreground(environment.theme.palette.border)
    let thumb = thumb(height: height)
    for row in 0..<height {
      let glyph = thumb.contains(row) ? environment.glyphs.scrollThumb : environment.glyphs.scrollTrack
      canvas.write(StyledText(glyph, style), at: Point(x: 0, y: row))
    }
  }

  /// Returns the rows of the thumb, which touches an end only if the content is scrolled to that end.
  private func thumb(height: Int) -> Range<Int> {
    let length = min(max(height * visible / max(total, 1), 1), height)
    let free = height - length
    let last = max(total - visible, 1)
    let place = min(offset, last)
    var start = Int((Double(free) * Double(place) / Double(last)).rounded())
    if free >= 2 && place > 0 && place < last { start = min(max(start, 1), free - 1) }
    return start..<(start + length)
  }

  func read(to reader: inout LinearReader) {}
}
