/// A widget above another one, such as a dialog above a screen.
public struct Overlay: Widget {
  private let base: any Widget
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
    self.base = base
    self.top = top
    self.alignment = alignment
    self.dimsBase = dimsBase
    self.isModal = isModal
  }

  /// The priority of its content.
  public var layoutPriority: Int { base.layoutPriority }

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange { base.widthRange(in: environment) }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    base.heightRange(width: width, in: environment)
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    base.draw(on: &canvas)
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
    if !isModal { reader.read(base) }
    reader.read(top)
  }
}
