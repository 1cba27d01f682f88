extension Widget {
  /// Adds a margin on all sides, in cells.
  public func padded(_ all: Int) -> some Widget { Padding(self, Insets(all)) }

  /// Adds equal margins on opposite sides, in cells.
  public func padded(horizontal: Int = 0, vertical: Int = 0) -> some Widget {
    Padding(self, Insets(horizontal: horizontal, vertical: vertical))
  }

  /// Adds margins, which shrink if there isn't enough space.
  public func padded(_ insets: Insets) -> some Widget { Padding(self, insets) }

  /// Sets a fixed width, a fixed height or both, in cells.
  public func framed(width: Int? = nil, height: Int? = nil, alignment: Alignment = .topLeading) -> some Widget {
    Frame(
      self,
      width: width.map { LengthRange.fixed($0) },
      height: height.map { LengthRange.fixed($0) },
      alignment: alignment
    )
  }

  /// Expands the area to all available space, without changing the size of the widget itself.
  public func filling(alignment: Alignment = .topLeading) -> some Widget { Filling(self, alignment: alignment) }

  /// Sets the inherited text style, and fills the area with the style's background.
  public func styled(_ style: TextStyle) -> some Widget { Styled(self, style) }

  /// Sets the layout priority: widgets with the highest priority shrink last and grow first.
  public func priority(_ priority: Int) -> some Widget { Prioritized(self, priority: priority) }

  /// Makes the widget clickable, with a name and the index of a row, tab or button to identify it in events.
  public func targeted(_ name: String, index: Int? = nil) -> some Widget { Targeted(self, name: name, index: index) }
}

/// A widget that wraps another widget and forwards all requirements to it by default.
protocol WrapperWidget: Widget {
  var content: any Widget { get }
}

extension WrapperWidget {
  /// The priority of the content.
  public var layoutPriority: Int { content.layoutPriority }

  /// Returns the width range of the content.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { content.widthRange(in: environment) }

  /// Returns the height range of the content.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    content.heightRange(width: width, in: environment)
  }

  /// Draws the content into the canvas.
  public func draw(on canvas: inout Canvas) { content.draw(on: &canvas) }

  /// Adds the content's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) { reader.read(content) }
}

struct Padding: WrapperWidget {
  let content: any Widget
  private let insets: Insets

  init(_ content: any Widget, _ insets: Insets) {
    self.content = content
    self.insets = insets
  }

  func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let range = content.widthRange(in: environment)
    let wide = range.adding(insets.horizontal)
    return LengthRange(minimum: range.minimum, ideal: wide.ideal, maximum: wide.maximum)
  }

  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let columns = Self.inside(width, insets.leading, insets.trailing).count
    let range = content.heightRange(width: columns, in: environment)
    let high = range.adding(insets.vertical)
    return LengthRange(minimum: range.minimum, ideal: high.ideal, maximum: high.maximum)
  }

  func draw(on canvas: inout Canvas) {
    let columns = Self.inside(canvas.size.width, insets.leading, insets.trailing)
    let range = content.heightRange(width: columns.count, in: canvas.environment)
    let rows = Self.inside(canvas.size.height, insets.top, insets.bottom, keeping: range.minimum)
    canvas.draw(
      content,
      in: Rectangle(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    )
  }

  /// Returns the range between the margins, keeping at least `least` cells if possible.
  private static func inside(_ length: Int, _ leading: Int, _ trailing: Int, keeping least: Int = 1) -> Range<Int> {
    let spare = max(length - max(least, 1), 0)
    let wanted = leading + trailing
    let before = spare >= wanted ? leading : spare * leading / max(wanted, 1)
    return before..<(length - min(trailing, spare - before))
  }
}

/// A widget in a space with a fixed width, a fixed height or both.
///
/// On an axis without a fixed length, the widget's own range applies.
struct Frame: WrapperWidget {
  let content: any Widget
  private let width: LengthRange?
  private let height: LengthRange?
  private let alignment: Alignment

  init(
    _ content: any Widget,
    width: LengthRange? = nil,
    height: LengthRange? = nil,
    alignment: Alignment = .topLeading
  ) {
    self.content = content
    self.width = width
    self.height = height
    self.alignment = alignment
  }

  func widthRange(in environment: RenderEnvironment) -> LengthRange {
    width ?? content.widthRange(in: environment)
  }

  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    height ?? content.heightRange(width: content.widthRange(in: environment).length(in: width), in: environment)
  }

  func draw(on canvas: inout Canvas) { canvas.draw(content, aligned: alignment) }
}

struct Filling: WrapperWidget {
  let content: any Widget
  private let alignment: Alignment

  init(_ content: any Widget, alignment: Alignment = .topLeading) {
    self.content = content
    self.alignment = alignment
  }

  func widthRange(in environment: RenderEnvironment) -> LengthRange {
    let range = content.widthRange(in: environment)
    return .flexible(minimum: range.minimum, ideal: range.ideal)
  }

  func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let columns = content.widthRange(in: environment).length(in: width)
    let range = content.heightRange(width: columns, in: environment)
    return .flexible(minimum: range.minimum, ideal: range.ideal)
  }

  func draw(on canvas: inout Canvas) { canvas.draw(content, aligned: alignment) }
}

extension Canvas {
  fileprivate mutating func draw(_ content: any Widget, aligned alignment: Alignment) {
    let columns = content.widthRange(in: environment).length(in: size.width)
    let rows = content.heightRange(width: columns, in: environment).length(in: size.height)
    draw(content, in: alignment.area(of: Size(width: columns, height: rows), in: size))
  }
}

struct Prioritized: WrapperWidget {
  let content: any Widget
  let layoutPriority: Int

  init(_ content: any Widget, priority: Int) {
    self.content = content
    layoutPriority = priority
  }
}

struct Styled: WrapperWidget {
  let content: any Widget
  private let style: TextStyle

  init(_ content: any Widget, _ style: TextStyle) {
    self.content = content
    self.style = style
  }

  func draw(on canvas: inout Canvas) {
    if style.background != nil { canvas.fill(canvas.bounds, style) }
    canvas.draw(content, in: canvas.bounds, style: style)
  }
}

struct Targeted: WrapperWidget {
  let content: any Widget
  private let name: String
  private let index: Int?

  init(_ content: any Widget, name: String, index: Int? = nil) {
    self.content = content
    self.name = name
    self.index = index
  }

  func draw(on canvas: inout Canvas) {
    canvas.addTarget(name, index: index, in: canvas.bounds)
    content.draw(on: &canvas)
  }
}
