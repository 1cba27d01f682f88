/// A value that draws itself in an area of any size.
///
/// A widget has content but no state. Mutable values, such as a selection or a field's text, belong to the widget's
/// owner. Every widget also provides linear text: lines for screen readers and pipes.
///
/// Layout has two steps. First the width is chosen from ``widthRange(in:)``. The height then depends on that width,
/// because text wraps. Both ranges are preferences: ``draw(on:)`` must handle any area, even a single cell.
public protocol Widget {
  /// Returns the minimum, ideal and maximum width, in columns.
  func widthRange(in environment: RenderEnvironment) -> LengthRange

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange

  func draw(on canvas: inout Canvas)

  /// Adds the widget's text for screen readers and pipes.
  func read(to reader: inout LinearReader)

  /// The layout priority, by default 0: widgets with the highest priority shrink last and grow first.
  var layoutPriority: Int { get }
}

extension Widget {
  /// The default priority.
  public var layoutPriority: Int { 0 }
}

extension Widget {
  /// Draws the widget in an area, never outside it.
  ///
  /// If a buffer is given, such as the one from two frames ago, it is cleared and reused. Reuse saves an allocation
  /// and keeps the buffer's tables, so its cells can be compared with the last frame's cells.
  public func frame(
    size: Size,
    environment: RenderEnvironment,
    reusing buffer: consuming CellBuffer? = nil
  ) -> RenderedFrame {
    var blank = buffer ?? CellBuffer(size: size)
    blank.reset(size: size)
    var canvas = Canvas(blank, environment: environment)
    if let background = environment.theme.palette.background {
      canvas.fill(canvas.bounds, TextStyle(background: background))
    }
    canvas.draw(self, in: canvas.bounds)
    return canvas.frame
  }

  /// Draws the widget at a width in columns and at its ideal height, up to a maximum height in rows.
  public func buffer(width: Int, maximumHeight: Int = 1000, environment: RenderEnvironment) -> CellBuffer {
    let columns = widthRange(in: environment).length(in: width)
    let rows = min(heightRange(width: columns, in: environment).ideal, max(maximumHeight, 0))
    var canvas = Canvas(CellBuffer(size: Size(width: width, height: rows)), environment: environment)
    canvas.draw(self, in: Rectangle(x: 0, y: 0, width: columns, height: rows))
    return canvas.frame.buffer
  }

  /// Returns the widget's text for an output mode, each line ending with a line feed.
  ///
  /// - Terminal: drawn inline at the terminal's width, in the supported colors, without animations.
  /// - Records and linear: the lines for screen readers, without truncation.
  public func rendered(for mode: OutputMode, glyphs: GlyphSet = .unicode) -> String {
    let environment = RenderEnvironment(
      theme: mode.theme,
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

/// A collector for the text lines that widgets provide for screen readers and pipes.
public struct LinearReader {
  /// The theme, output capabilities and time.
  public let environment: RenderEnvironment
  private let take: (StyledText) -> Void

  /// Creates a reader that passes every line to a closure immediately.
  public init(environment: RenderEnvironment, take: @escaping (StyledText) -> Void) {
    self.environment = environment
    self.take = take
  }

  /// Adds the nonempty lines of text.
  public mutating func read(_ text: StyledText) {
    guard !text.isEmpty else { return }
    for line in text.wrapped(to: Int.max) where !line.isEmpty { take(line) }
  }

  /// Adds a widget's lines.
  public mutating func read(_ widget: some Widget) { widget.read(to: &self) }

  /// Adds related widgets, on one line if each of them has at most one line.
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
  /// Returns the widget's lines for screen readers and pipes.
  public func linearLines(in environment: RenderEnvironment) -> [StyledText] {
    var lines: [StyledText] = []
    withoutActuallyEscaping({ lines.append($0) }) { take in
      var reader = LinearReader(environment: environment, take: take)
      read(to: &reader)
    }
    return lines
  }
}
