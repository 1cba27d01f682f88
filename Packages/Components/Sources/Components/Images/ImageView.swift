/// An image in cells: two pixels in each as half blocks, or signs of different darkness where there is no colour.
///
/// Where the terminal draws images itself, the area is left to it.
public struct ImageView: Widget {
  private let image: PixelImage
  private let description: String
  private let fit: Fit

  /// How an image is brought into its area.
  public enum Fit: Hashable, Sendable {
    /// As large as possible with nothing cut and nothing distorted, in the middle.
    case contain
    /// Stretched over the whole area.
    case fill
  }

  /// Creates a view.
  ///
  /// - Parameters:
  ///   - image: the pixels.
  ///   - description: what the image shows, for those who do not see it.
  ///   - fit: how it is brought into its area.
  public init(_ image: PixelImage, description: String, fit: Fit = .contain) {
    self.image = image
    self.description = description
    self.fit = fit
  }

  /// The columns that an image takes that nothing limits.
  public static let preferredWidth = 32

  /// The columns that it needs, likes and can use.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: min(image.width, Self.preferredWidth))
  }

  /// The rows that it needs, likes and can use in a number of columns.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let ideal = Self.contained(image, in: Size(width: width, height: LengthRange.unlimited)).height
    return LengthRange(minimum: 1, ideal: ideal, maximum: max(ideal, 1))
  }

  /// Draws into the canvas's area.
  public func draw(on canvas: inout Canvas) {
    let size = fit == .fill ? canvas.size : Self.contained(image, in: canvas.size)
    guard !size.isEmpty else { return }
    let area = Alignment.center.area(of: size, in: canvas.size)
    if canvas.place(image, in: area) { return }
    canvas.withArea(area) { canvas in
      let painter = ImagePainter(image)
      if canvas.environment.hasColor && canvas.environment.glyphs == .unicode {
        painter.drawHalfBlocks(on: &canvas)
      } else if canvas.environment.hasColor {
        painter.drawBlanks(on: &canvas)
      } else {
        painter.drawSigns(on: &canvas)
      }
    }
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    reader.read(StyledText("Image: \(description)"))
  }

  /// The largest size in an area that keeps the proportions; a cell is taken to be twice as high as wide.
  static func contained(_ image: PixelImage, in size: Size) -> Size {
    guard !size.isEmpty else { return .zero }
    let height = max((size.width * image.height + image.width) / (2 * image.width), 1)
    if height <= size.height { return Size(width: size.width, height: height) }
    let width = max((2 * size.height * image.width + image.height / 2) / image.height, 1)
    return Size(width: min(width, size.width), height: size.height)
  }
}
