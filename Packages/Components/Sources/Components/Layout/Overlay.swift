extension Widget {
  /// Puts another widget above the widget; the parameters are those of ``Overlay``.
  public func overlaid(
    with top: some Widget,
    alignment: Alignment = .center,
    dimsBase: Bool = false,
    isModal: Bool = false
  ) -> some Widget {
    Overlay(self, top: top, alignment: alignment, dimsBase: dimsBase, isModal: isModal)
  }
}

/// A widget above another one, such as a dialog above a screen.
public struct Overlay: WrapperWidget {
  let content: any Widget
  private let top: any Widget
  private let alignment: Alignment
  private let dimsBase: Bool
  private let isModal: Bool

  /// Puts a widget above another one.
  ///
  /// - Parameters:
  ///   - base: what is below, and decides the size.
  ///   - top: what is above, in its ideal size if there is room; what it does not write stays visible.
  ///   - alignment: where it stands.
  ///   - dimsBase: whether what is below steps back.
  ///   - isModal: whether what is below can't be used; it is not read out then, and can't be clicked.
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

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    content.draw(on: &canvas)
    if dimsBase { canvas.restyle(canvas.bounds, .dim) }
    if isModal { canvas.removeInteraction() }
    let size = canvas.size
    let width = min(top.widthRange(in: canvas.environment).ideal, size.width)
    let height = min(top.heightRange(width: width, in: canvas.environment).ideal, size.height)
    let area = alignment.area(of: Size(width: width, height: height), in: size)
    canvas.removeImages(under: area)
    canvas.draw(top, in: area)
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    if !isModal { reader.read(content) }
    reader.read(top)
  }
}

/// A widget in a frame that covers the cells below it, for whatever opens above a screen.
public struct Panel: WrapperWidget {
  let content: any Widget

  /// Creates a panel.
  public init(_ content: any Widget, title: String = "") {
    self.content = content.padded(horizontal: 1).bordered(title: StyledText(title).onOneLine)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    canvas.fill(canvas.bounds, TextStyle(background: canvas.environment.surface))
    content.draw(on: &canvas)
  }
}
