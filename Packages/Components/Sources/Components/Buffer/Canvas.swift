/// An area in a cell buffer where a widget is drawn.
///
/// Coordinates are relative to the area's top left corner. Drawing is always clipped to the area. All text goes through
/// ``StyledText``, so control characters never reach a cell.
public struct Canvas {
  var frame: RenderedFrame
  /// The theme, output capabilities and time used for drawing.
  public private(set) var environment: RenderEnvironment
  /// The size of the area, in cells.
  public private(set) var size: Size
  /// The default text style, which nested areas inherit.
  public private(set) var style: TextStyle
  private var origin: Point
  /// The writable part of the buffer, in buffer coordinates.
  private var clip: Rectangle

  init(_ buffer: CellBuffer, environment: RenderEnvironment) {
    frame = RenderedFrame(buffer: buffer)
    self.environment = environment
    size = buffer.size
    style = TextStyle(foreground: environment.theme.palette.text)
    origin = .zero
    clip = Rectangle(buffer.size)
  }

  /// The whole area, in local coordinates.
  public var bounds: Rectangle { Rectangle(size) }

  /// The part of ``bounds`` that is visible inside a scroll area, so large widgets can skip drawing the rest.
  var visibleBounds: Rectangle { clip.moved(by: Point(x: -origin.x, y: -origin.y)) }

  // MARK: Areas

  /// Calls a closure with a canvas that clips all drawing to a part of this area.
  public mutating func withArea(_ area: Rectangle, style: TextStyle? = nil, _ body: (inout Canvas) -> Void) {
    let (savedSize, savedOrigin, savedClip, savedStyle) = (size, origin, clip, self.style)
    let absolute = area.moved(by: origin)
    size = area.size
    origin = absolute.origin
    clip = clip.intersection(absolute)
    if let style { self.style = style.over(self.style) }
    body(&self)
    (size, origin, clip, self.style) = (savedSize, savedOrigin, savedClip, savedStyle)
  }

  /// Calls a closure with a canvas for a raised area, where fields use a distinct background color.
  mutating func onSurface(_ body: (inout Canvas) -> Void) {
    let saved = environment
    environment.sinkSurface()
    body(&self)
    environment = saved
  }

  /// Draws a widget in a part of the area.
  public mutating func draw(_ widget: some Widget, in area: Rectangle, style: TextStyle? = nil) {
    withArea(area, style: style) { canvas in
      // Skip invisible widgets. This also ends the recursion when no space is left.
      if !canvas.clip.isEmpty { widget.draw(on: &canvas) }
    }
  }

  // MARK: Text

  /// Writes text into a row, starting at a cell and ignoring line feeds.
  public mutating func write(_ text: StyledText, at place: Point) {
    let y = origin.y + place.y
    guard y >= clip.minY && y < clip.maxY else { return }
    var x = origin.x + place.x
    for span in text.spans where x < clip.maxX {
      let look = look(span.style.over(style), link: span.link)
      x = frame.buffer.write(safe: span.text, x: x, y: y, look: look, clip: clip, policy: environment.widthPolicy)
    }
  }

  /// Writes a line of text into a row's columns, by default all of them, truncating it with an ellipsis or aligning it.
  public mutating func write(
    _ text: StyledText,
    row: Int,
    columns: Range<Int>? = nil,
    alignment: HorizontalAlignment = .leading
  ) {
    let columns = columns ?? 0..<size.width
    guard !columns.isEmpty, row + origin.y >= clip.minY, row + origin.y < clip.maxY else { return }
    let shown = environment.truncated(text, to: columns.count)
    let free =
      alignment == .leading ? 0 : alignment.leadingBlanks(of: columns.count - environment.width(of: shown))
    write(shown, at: Point(x: columns.lowerBound + free, y: row))
  }

  /// Writes an image's symbol into a cell; `nil` means the default foreground or the cell's existing background.
  mutating func put(_ symbol: CellSymbol, at place: Point, foreground: PackedColor?, background: PackedColor?) {
    let absolute = Point(x: origin.x + place.x, y: origin.y + place.y)
    guard clip.contains(absolute) else { return }
    var look = CellLook(.plain)
    look.foreground = foreground ?? .none
    look.background = background ?? .none
    frame.buffer.put(symbol, x: absolute.x, y: absolute.y, look: look)
  }

  // MARK: Fills and styles

  /// Fills an area with a one-cell character, or with blanks if the character is wider.
  public mutating func fill(_ area: Rectangle, _ style: TextStyle = .plain, character: Character = " ") {
    let inside = area.moved(by: origin).intersection(clip)
    guard !inside.isEmpty else { return }
    let cluster = String(character).sanitized(.singleLine)
    let text = cluster.displayWidth(environment.widthPolicy) == 1 ? cluster : " "
    let line = String(repeating: text, count: inside.width)
    let look = look(style.over(self.style))
    for y in inside.minY..<inside.maxY {
      _ = frame.buffer.write(
        safe: line,
        x: inside.minX,
        y: y,
        look: look,
        clip: inside,
        policy: environment.widthPolicy
      )
    }
  }

  /// Covers an area's content with the surface color, or with the screen's background if no surface color is set.
  mutating func cover(_ area: Rectangle) {
    let color = environment.surface ?? environment.theme.palette.background
    let background = PackedColor(color?.downgraded(to: environment.capabilities.colorDepth))
    fill(area)
    forEachCell(of: area) { buffer, x, y in buffer.restyle(x: x, y: y) { $0.background = background } }
  }

  /// Applies a style to existing content, replacing colors and adding attributes.
  mutating func restyle(_ area: Rectangle, _ style: TextStyle) {
    let look = look(style)
    forEachCell(of: area) { buffer, x, y in
      buffer.restyle(x: x, y: y) { cell in
        if look.foreground != .none { cell.foreground = look.foreground }
        if look.background != .none { cell.background = look.background }
        cell.attributes.formUnion(look.attributes)
      }
    }
  }

  mutating func fillBackground(_ area: Rectangle, _ gradient: Gradient) {
    let left = area.moved(by: origin).minX
    let depth = environment.capabilities.colorDepth
    guard depth > .none else { return }
    forEachCell(of: area) { buffer, x, y in
      let color = gradient.color(at: Double(x - left) / Double(max(area.width - 1, 1)))
      buffer.restyle(x: x, y: y) { $0.background = PackedColor(Color.rgb(color).downgraded(to: depth)) }
    }
  }

  private mutating func forEachCell(of area: Rectangle, _ body: (inout CellBuffer, Int, Int) -> Void) {
    let inside = area.moved(by: origin).intersection(clip)
    guard !inside.isEmpty else { return }
    for y in inside.minY..<inside.maxY {
      for x in inside.minX..<inside.maxX { body(&frame.buffer, x, y) }
    }
  }

  private mutating func look(_ style: TextStyle, link: Hyperlink? = nil) -> CellLook {
    var style = style
    let palette = environment.theme.palette
    if style.background == palette.selection { style.foreground = palette.colorInSelection(style.foreground) }
    let shownLink = environment.capabilities.showsHyperlinks ? link : nil
    return CellLook(style.reduced(to: environment.capabilities), link: frame.buffer.number(of: shownLink))
  }

  // MARK: Metadata

  /// Places the terminal's cursor, unless the position is clipped.
  public mutating func placeCursor(at place: Point) {
    let absolute = Point(x: origin.x + place.x, y: origin.y + place.y)
    if clip.contains(absolute) { frame.cursor = absolute }
  }

  /// Marks a part of the area as clickable.
  public mutating func addTarget(_ name: String, index: Int? = nil, in area: Rectangle) {
    let inside = area.moved(by: origin).intersection(clip)
    if !inside.isEmpty { frame.targets.append(InteractionTarget(name: name, index: index, area: inside)) }
  }

  /// Records which part of a scrollable widget's content is visible.
  mutating func addViewport(_ name: String, in area: Rectangle, content: Size) {
    frame.viewports[name] = Viewport(area: area.moved(by: origin).intersection(clip), content: content)
  }

  /// Makes a chart's data area clickable, and records its horizontal scale, with `places` as in ``ChartPlot``.
  mutating func addPlot(_ name: String, in area: Rectangle, _ scale: ChartScale, places: [Double?] = []) {
    addTarget(name, in: area)
    frame.plots[name] = ChartPlot(area: area.moved(by: origin), range: scale.lower...scale.upper, places: places)
  }

  /// Removes the click targets and the cursor in the area, because modal content will cover the area.
  mutating func removeInteraction() {
    let hidden = clip
    frame.targets.removeAll { !$0.area.intersection(hidden).isEmpty }
    if let cursor = frame.cursor, hidden.contains(cursor) { frame.cursor = nil }
  }

  /// Records a modal widget's area, replacing the area of any modal widget below it.
  mutating func setModalArea(_ area: Rectangle) {
    frame.modalArea = area.moved(by: origin).intersection(clip)
  }

  mutating func removeImages(under area: Rectangle) {
    let hidden = area.moved(by: origin).intersection(clip)
    frame.images.removeAll { !$0.area.intersection(hidden).isEmpty }
  }

  /// Reserves space for an image if all of its area is visible, and returns whether the terminal draws the image.
  public mutating func place(_ image: PixelImage, in area: Rectangle) -> Bool {
    let absolute = area.moved(by: origin)
    guard !area.isEmpty, environment.imageProtocol != nil, absolute.intersection(clip) == absolute else { return false }
    frame.images.append(ImagePlacement(image: image, area: absolute))
    return true
  }
}
