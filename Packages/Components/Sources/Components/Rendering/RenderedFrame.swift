/// What drawing a tree gives: cells, and what cells cannot say.
public struct RenderedFrame: Sendable {
  /// The cells.
  public internal(set) var buffer: CellBuffer
  /// Where the terminal's own cursor belongs; nil to hide it.
  public internal(set) var cursor: Point?
  /// What can be clicked; what was drawn later lies above what was drawn earlier.
  public internal(set) var targets: [InteractionTarget] = []
  /// The images that the terminal is to draw itself.
  public internal(set) var images: [ImagePlacement] = []
  /// The named lists, tables and scroll areas that were drawn, by name.
  public internal(set) var viewports: [String: Viewport] = [:]
  /// The plots of the named charts that were drawn, by name.
  public internal(set) var plots: [String: ChartPlot] = [:]

  init(buffer: CellBuffer) { self.buffer = buffer }

  /// What is clicked at a place: the uppermost target.
  public func target(at place: Point) -> InteractionTarget? { targets.last { $0.area.contains(place) } }
}

/// A part of the screen that does something when it is clicked.
public struct InteractionTarget: Hashable, Sendable {
  /// The name that the widget was given.
  public let name: String
  /// Which row, tab or button of the widget.
  public let index: Int?
  /// Where it is.
  public let area: Rectangle
}

/// The visible part of a widget that scrolls.
public struct Viewport: Hashable, Sendable {
  /// The cells of the frame that show the content, without headings and scroll bars.
  public let area: Rectangle
  /// The size of the whole content.
  public let content: Size
}

/// An image that the terminal is to draw itself, and where.
public struct ImagePlacement: Hashable, Sendable {
  /// The image.
  public let image: PixelImage
  /// The cells that it covers.
  public let area: Rectangle
}
