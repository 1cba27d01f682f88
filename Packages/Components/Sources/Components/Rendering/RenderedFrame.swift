/// The result of drawing a widget tree: cells and metadata.
public struct RenderedFrame: Sendable {
  /// The cells.
  public internal(set) var buffer: CellBuffer
  /// The position of the terminal's cursor, or `nil` to hide the cursor.
  public internal(set) var cursor: Point?
  /// The click targets in drawing order, where later targets cover earlier targets.
  public internal(set) var targets: [InteractionTarget] = []
  /// The images that the terminal draws itself.
  public internal(set) var images: [ImagePlacement] = []
  /// The named lists, tables and scroll areas in the frame, by name.
  public internal(set) var viewports: [String: Viewport] = [:]
  /// The area of the topmost modal widget, or `nil` if there is no modal widget.
  public internal(set) var modalArea: Rectangle?
  /// The plots of the named charts in the frame, by name.
  public internal(set) var plots: [String: ChartPlot] = [:]

  init(buffer: CellBuffer) { self.buffer = buffer }

  /// Returns the topmost click target at a cell.
  public func target(at place: Point) -> InteractionTarget? { targets.last { $0.area.contains(place) } }
}

/// A clickable area on the screen.
public struct InteractionTarget: Hashable, Sendable {
  /// The name set by the widget.
  public let name: String
  /// The index of the row, tab or button within the widget.
  public let index: Int?
  /// The target's visible cells.
  public let area: Rectangle
}

/// The visible part of a scrollable widget.
public struct Viewport: Hashable, Sendable {
  /// The cells that show the content, excluding headings and scroll bars.
  public let area: Rectangle
  /// The size of the whole content.
  public let content: Size
}

/// The position of an image that the terminal draws itself.
public struct ImagePlacement: Hashable, Sendable {
  /// The pixels of the image.
  public let image: PixelImage
  /// The cells covered by the image.
  public let area: Rectangle
}
