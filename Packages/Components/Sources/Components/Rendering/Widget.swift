/// Something that can be shown: a value that draws itself into an area of cells of any size.
///
/// A widget holds what it shows and no state; what changes, such as a selection or the text of a field, is a value that
/// its owner keeps and passes in. The same widget also reads itself out as lines, for screen readers and pipes.
///
/// Sizes are settled in two steps. The width comes first, from ``widthRange(in:)``; the height then depends on the width
/// given, since text is wrapped. Both are wishes: ``draw(on:)`` has to cope with any area, also with one cell.
public protocol Widget {
  /// The fewest columns that make sense, those it would like, and the most it can use.
  func widthRange(in environment: RenderEnvironment) -> LengthRange

  /// The fewest rows that make sense in a number of columns, those it would like, and the most it can use.
  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange

  func draw(on canvas: inout Canvas)

  /// Reads itself out in lines.
  func read(to reader: inout LinearReader)

  /// Who gets room first where there is too little, and who grows first where there is too much; 0 unless said otherwise.
  var layoutPriority: Int { get }
}

extension Widget {
  /// Nothing special.
  public var layoutPriority: Int { 0 }
}

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

/// Takes the lines of widgets that are read out one after another.
public struct LinearReader {
  /// How the text is made.
  public let environment: RenderEnvironment
  private let take: (StyledText) -> Void

  /// Creates a reader that hands on every line as soon as it is read.
  public init(environment: RenderEnvironment, take: @escaping (StyledText) -> Void) {
    self.environment = environment
    self.take = take
  }

  /// Reads a text, each of its lines apart; lines without text are left out.
  public mutating func read(_ text: StyledText) {
    guard !text.isEmpty else { return }
    for line in text.wrapped(to: Int.max) where !line.isEmpty { take(line) }
  }

  /// Reads a widget.
  public mutating func read(_ widget: some Widget) { widget.read(to: &self) }

  /// Reads widgets that belong together: as one line if each is one line or less, else one after another.
  public mutating func read(together widgets: [any Widget], separator: String = " ") {
    let parts = widgets.map { $0.linearLines(in: environment) }.filter { !$0.isEmpty }
    if parts.allSatisfy({ $0.count == 1 }) {
      read(parts.map { $0[0] }.joined(separator: StyledText(separator)))
    } else {
      for line in parts.joined() { read(line) }
    }
  }
}

extension Widget {
  /// The lines that the widget reads itself out in.
  public func linearLines(in environment: RenderEnvironment) -> [StyledText] {
    var lines: [StyledText] = []
    withoutActuallyEscaping({ lines.append($0) }) { take in
      var reader = LinearReader(environment: environment, take: take)
      read(to: &reader)
    }
    return lines
  }
}
