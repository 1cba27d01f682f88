/// An area of a cell buffer that a widget draws into.
///
/// Places are relative to the area, from 0 at its top left corner. Nothing that is drawn ever leaves the area, whatever
/// places are given, and all text goes through ``StyledText``, so that no control character reaches a cell.
public struct Canvas {
  /// The picture so far.
  var frame: RenderedFrame
  /// How everything is to be drawn.
  public private(set) var environment: RenderEnvironment
  /// How large the area is.
  public private(set) var size: Size
  /// What text looks like that says nothing of its own; inherited by the areas inside.
  public private(set) var style: TextStyle
  /// The buffer's place of the area's top left corner.
  private var origin: Point
  /// The part of the buffer that may be written.
  private var clip: Rectangle

  /// Creates a canvas over a whole buffer.
  init(_ buffer: CellBuffer, environment: RenderEnvironment) {
    frame = RenderedFrame(buffer: buffer)
    self.environment = environment
    size = buffer.size
    style = TextStyle(foreground: environment.theme.palette.text)
    origin = .zero
    clip = Rectangle(buffer.size)
  }

  /// The area in its own places.
  public var bounds: Rectangle { Rectangle(size) }

  /// The part of the area that can be seen, in its own places.
  ///
  /// Less than ``bounds`` inside a scroll area; a widget with much to draw need draw no more than this.
  var visibleBounds: Rectangle { clip.moved(by: Point(x: -origin.x, y: -origin.y)) }

  // MARK: Areas

  /// Calls a function with a part of the area as the area; it may reach beyond, where nothing is drawn.
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

  /// Calls a function with the area as what is drawn above a surface, on which other surfaces stand out.
  mutating func onSurface(_ body: (inout Canvas) -> Void) {
    let saved = environment
    environment.theme.palette.surface = environment.theme.palette.raisedSurface
    body(&self)
    environment = saved
  }

  /// Draws a widget into a part of the area.
  public mutating func draw(_ widget: some Widget, in area: Rectangle, style: TextStyle? = nil) {
    withArea(area, style: style) { canvas in
      // What cannot be seen need not be drawn, which also ends the recursion where there is no room.
      if !canvas.clip.isEmpty { widget.draw(on: &canvas) }
    }
  }

  // MARK: Text

  /// Writes text into a row, starting at a place; line feeds are left out.
  public mutating func write(_ text: StyledText, at place: Point) {
    let y = origin.y + place.y
    guard y >= clip.minY && y < clip.maxY else { return }
    var x = origin.x + place.x
    for span in text.spans where x < clip.maxX {
      let look = look(span.style.over(style), link: span.link)
      x = frame.buffer.write(safe: span.text, x: x, y: y, look: look, clip: clip, policy: environment.widthPolicy)
    }
  }

  /// Writes text into columns of a row: cut with an ellipsis where it is too wide, aligned where it is not.
  ///
  /// - Parameters:
  ///   - text: one line.
  ///   - row: the row.
  ///   - columns: the columns; the whole row unless given.
  ///   - alignment: where it stands in them.
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

  /// Puts one symbol with colours that the output has into a cell, as images do; no colour leaves what is behind.
  mutating func put(_ symbol: CellSymbol, at place: Point, foreground: PackedColor?, background: PackedColor?) {
    let absolute = Point(x: origin.x + place.x, y: origin.y + place.y)
    guard clip.contains(absolute) else { return }
    var look = CellLook(.plain)
    look.foreground = foreground ?? .none
    look.background = background ?? .none
    frame.buffer.put(symbol, x: absolute.x, y: absolute.y, look: look)
  }

  // MARK: Areas of one look

  /// Fills cells with a character of one cell, a blank unless given.
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

  /// Lays a style over what is in an area already: its colours replace those that are there, its attributes are added.
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
    let shownLink = environment.capabilities.showsHyperlinks ? link : nil
    return CellLook(style.reduced(to: environment.capabilities), link: frame.buffer.number(of: shownLink))
  }

  // MARK: What is not cells

  /// Says where the terminal's own cursor belongs; ignored where that cannot be seen.
  public mutating func placeCursor(at place: Point) {
    let absolute = Point(x: origin.x + place.x, y: origin.y + place.y)
    if clip.contains(absolute) { frame.cursor = absolute }
  }

  /// Says that a part of the area does something when it is clicked.
  public mutating func addTarget(_ name: String, index: Int? = nil, in area: Rectangle) {
    let inside = area.moved(by: origin).intersection(clip)
    if !inside.isEmpty { frame.targets.append(InteractionTarget(name: name, index: index, area: inside)) }
  }

  /// Records which part of a scrolling widget's content an area shows.
  mutating func addViewport(_ name: String, in area: Rectangle, content: Size) {
    frame.viewports[name] = Viewport(area: area.moved(by: origin).intersection(clip), content: content)
  }

  /// Makes a chart's data clickable, and records where the data is.
  ///
  /// - Parameters:
  ///   - name: The name of the chart's target.
  ///   - area: The room for data.
  ///   - scale: The horizontal axis.
  ///   - places: The places that the columns stand for, where that differs from their own.
  mutating func addPlot(_ name: String, in area: Rectangle, _ scale: ChartScale, places: [Double?] = []) {
    addTarget(name, in: area)
    frame.plots[name] = ChartPlot(area: area.moved(by: origin), range: scale.lower...scale.upper, places: places)
  }

  /// Forgets what can be clicked in the area, and the cursor, because something modal comes above it.
  mutating func removeInteraction() {
    let hidden = clip
    frame.targets.removeAll { !$0.area.intersection(hidden).isEmpty }
    if let cursor = frame.cursor, hidden.contains(cursor) { frame.cursor = nil }
  }

  /// Gives up the images that would cover a part of the area.
  mutating func removeImages(under area: Rectangle) {
    let hidden = area.moved(by: origin).intersection(clip)
    frame.images.removeAll { !$0.area.intersection(hidden).isEmpty }
  }

  /// Leaves a part of the area to an image that the terminal draws itself; ignored unless all of it can be seen.
  ///
  /// - Returns: whether the terminal draws it.
  public mutating func place(_ image: PixelImage, in area: Rectangle) -> Bool {
    let absolute = area.moved(by: origin)
    guard !area.isEmpty, environment.imageProtocol != nil, absolute.intersection(clip) == absolute else { return false }
    frame.images.append(ImagePlacement(image: image, area: absolute))
    return true
  }
}
