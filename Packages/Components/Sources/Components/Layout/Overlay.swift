extension Widget {
  /// Draws another widget over this one, as described for ``Overlay``.
  public func overlaid(
    with top: some Widget,
    alignment: Alignment = .center,
    dimsBase: Bool = false,
    isModal: Bool = false
  ) -> some Widget {
    Overlay(self, top: top, alignment: alignment, dimsBase: dimsBase, isModal: isModal)
  }
}

/// A widget over another widget, such as a dialog over a screen.
public struct Overlay: WrapperWidget {
  let content: any Widget
  private let top: any Widget
  private let alignment: Alignment
  private let dimsBase: Bool
  private let isModal: Bool

  /// Creates an overlay with the size of its base.
  ///
  /// The upper widget gets its ideal size if possible. The base stays visible in cells that the upper widget doesn't
  /// draw. With `isModal`, the base can't be clicked, and screen readers skip it.
  public init(
    _ base: any Widget,
    top: any Widget,
    alignment: Alignment = .center,
    dimsBase: Bool = false,
    isModal: Bool = false
  ) {
    content = base
    self.top = top
    self.alignment = alignment
    self.dimsBase = dimsBase
    self.isModal = isModal
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    content.draw(on: &canvas)
    if dimsBase { canvas.restyle(canvas.bounds, .dim) }
    if isModal { canvas.removeInteraction() }
    let size = canvas.size
    let width = min(top.widthRange(in: canvas.environment).ideal, size.width)
    let height = min(top.heightRange(width: width, in: canvas.environment).ideal, size.height)
    let area = alignment.area(of: Size(width: width, height: height), in: size)
    canvas.removeImages(under: area)
    if isModal { canvas.setModalArea(area) }
    canvas.draw(top, in: area)
  }

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    if !isModal { reader.read(content) }
    reader.read(top)
  }
}

/// A bordered widget with an opaque background, for content over a screen.
public struct Panel: WrapperWidget {
  let content: any Widget

  /// Creates a panel around a widget, with a plain border if the title is empty.
  public init(_ content: any Widget, title: String = "") {
    self.content = content.padded(horizontal: 1).bordered(title: StyledText(title).onOneLine)
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    canvas.cover(canvas.bounds)
    content.draw(on: &canvas)
  }
}
