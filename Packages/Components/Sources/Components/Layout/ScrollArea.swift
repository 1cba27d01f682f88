/// A part of a widget that is larger than the area, with a scroll bar where there is more.
public struct ScrollArea: Widget {
  private let content: any Widget
  private let state: ScrollState
  private let scrollsHorizontally: Bool
  private let name: String?

  /// Shows a part of a widget.
  ///
  /// - Parameters:
  ///   - content: the widget; it gets as many rows as it likes.
  ///   - state: which part is shown.
  ///   - scrollsHorizontally: whether it gets as many columns as it likes, too, and not those of the area.
  ///   - name: the name of its ``Viewport`` in the frame.
  public init(_ content: any Widget, state: ScrollState, scrollsHorizontally: Bool = false, name: String? = nil) {
    self.content = content
    self.state = state
    self.name = name
    self.scrollsHorizontally = scrollsHorizontally
  }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let range = content.widthRange(in: environment)
    return .flexible(minimum: scrollsHorizontally ? 1 : range.minimum, ideal: range.ideal)
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: contentSize(width: width, environment).height)
  }

  /// How large the content is in an area, which its owner needs to move the state.
  public func contentSize(viewport: Size, in environment: RenderEnvironment) -> Size {
    layout(viewport, environment).content
  }

  /// Draws into the canvas's area.
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

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) { reader.read(content) }

  /// The content's size, and the area's without the scroll bar, which is there only if it is needed and there is room.
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
