extension Widget {
  /// Draws the widget into an area of a size.
  ///
  /// - Parameters:
  ///   - size: the area; the widget fills it or not, but never leaves it.
  ///   - environment: how it is drawn.
  ///   - buffer: a buffer to draw into, such as that of the last frame but one, which saves making a new one and lets
  ///     cells be compared with the last one's. It is made blank first.
  /// - Returns: the cells, the cursor, what can be clicked, and images.
  public func frame(
    size: Size,
    environment: RenderEnvironment,
    reusing buffer: consuming CellBuffer? = nil
  ) -> RenderedFrame {
    var blank = buffer ?? CellBuffer(size: size)
    blank.reset(size: size)
    var canvas = Canvas(blank, environment: environment)
    canvas.draw(self, in: canvas.bounds)
    return canvas.frame
  }

  /// Draws the widget at a width, in as many rows as it likes.
  ///
  /// - Parameters:
  ///   - width: the columns; a widget that likes less leaves the rest blank.
  ///   - maximumHeight: the most rows.
  ///   - environment: how it is drawn.
  /// - Returns: the cells.
  public func buffer(width: Int, maximumHeight: Int = 1000, environment: RenderEnvironment) -> CellBuffer {
    let columns = widthRange(in: environment).length(in: width)
    let rows = min(heightRange(width: columns, in: environment).ideal, max(maximumHeight, 0))
    var canvas = Canvas(CellBuffer(size: Size(width: width, height: rows)), environment: environment)
    canvas.draw(self, in: Rectangle(x: 0, y: 0, width: columns, height: rows))
    return canvas.frame.buffer
  }

  /// The widget as it is written in a mode, every line ended by a line feed.
  ///
  /// - Terminal: drawn inline at the terminal's width, in the colours that there are; nothing moves.
  /// - Records and linear: read out in lines, nothing cut.
  public func rendered(for mode: OutputMode, theme: Theme = .dark, glyphs: GlyphSet = .unicode) -> String {
    let environment = RenderEnvironment(
      theme: theme,
      capabilities: mode.capabilities,
      widthPolicy: mode.widthPolicy,
      glyphs: glyphs,
      isAnimated: false
    )
    guard mode.layout == .terminal else {
      return linearLines(in: environment).reduce(into: "") { $0 += $1.encoded(for: mode.capabilities) + "\n" }
    }
    return buffer(width: mode.width ?? OutputMode.assumedWidth, environment: environment).encoded()
  }
}
