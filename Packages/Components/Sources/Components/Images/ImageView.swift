/// An image drawn with half blocks (two pixels per cell) or, without color, with characters of varying density.
///
/// A terminal that supports an image protocol draws the image itself.
public struct ImageView: Widget {
  private let image: PixelImage
  private let description: String

  /// Creates an image view, with a description of the image for screen readers.
  public init(_ image: PixelImage, description: String) {
    self.image = image
    self.description = description
  }

  /// The ideal width, in columns.
  static let preferredWidth = 32

  /// Returns the minimum, ideal and maximum width, in columns.
  public func widthRange(in environment: RenderEnvironment) -> LengthRange {
    .flexible(minimum: 1, ideal: min(image.width, Self.preferredWidth))
  }

  /// Returns the minimum, ideal and maximum height for a width, in rows.
  public func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
    let ideal = Self.contained(image, in: Size(width: width, height: LengthRange.unlimited)).height
    return LengthRange(minimum: 1, ideal: ideal, maximum: max(ideal, 1))
  }

  /// Draws the widget, clipped to the canvas.
  public func draw(on canvas: inout Canvas) {
    let size = Self.contained(image, in: canvas.size)
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

  /// Adds the widget's text for screen readers and pipes.
  public func read(to reader: inout LinearReader) {
    reader.read(StyledText("Image: \(description)"))
  }

  /// Returns the largest size with the image's proportions in an area, for cells that are twice as tall as wide.
  static func contained(_ image: PixelImage, in size: Size) -> Size {
    guard !size.isEmpty else { return .zero }
    let height = max((size.width * image.height + image.width) / (2 * image.width), 1)
    if height <= size.height { return Size(width: size.width, height: height) }
    let width = max((2 * size.height * image.width + image.height / 2) / image.height, 1)
    return Size(width: min(width, size.width), height: size.height)
  }
}

struct ImagePainter {
  private let sampler: PixelSampler

  /// The minimum opacity of visible pixels, from 0 to 255.
  private static let visible: UInt8 = 128

  init(_ image: PixelImage) { sampler = PixelSampler(image: image) }

  /// Draws two pixels per cell: the upper pixel as a half block, and the lower pixel as the cell's background.
  func drawHalfBlocks(on canvas: inout Canvas) {
    let size = canvas.size
    let samples = sampler.samples(width: size.width, height: size.height * 2)
    let depth = canvas.environment.capabilities.colorDepth
    for y in 0..<size.height {
      for x in 0..<size.width {
        let upper = Self.color(samples[2 * y * size.width + x], depth)
        let lower = Self.color(samples[(2 * y + 1) * size.width + x], depth)
        switch (upper, lower) {
        case (nil, nil): continue
        case (let upper?, let lower):
          canvas.put(Self.upperHalf, at: Point(x: x, y: y), foreground: upper, background: lower)
        case (nil, let lower?):
          canvas.put(Self.lowerHalf, at: Point(x: x, y: y), foreground: lower, background: nil)
        }
      }
    }
  }

  /// Draws one pixel per cell, as a blank with a background color, for terminals with half blocks two cells wide.
  func drawBlanks(on canvas: inout Canvas) {
    let size = canvas.size
    let samples = sampler.samples(width: size.width, height: size.height)
    let depth = canvas.environment.capabilities.colorDepth
    for (index, sample) in samples.enumerated() {
      guard let color = Self.color(sample, depth) else { continue }
      let place = Point(x: index % size.width, y: index / size.width)
      canvas.put(.blank, at: place, foreground: nil, background: color)
    }
  }

  /// Draws characters of increasing density for brighter pixels, or for darker pixels on a light background.
  func drawSigns(on canvas: inout Canvas) {
    let size = canvas.size
    let samples = sampler.samples(width: size.width, height: size.height)
    let isLight = canvas.environment.theme.palette.appearance == .light
    for y in 0..<size.height {
      var line = ""
      for x in 0..<size.width {
        let sample = samples[y * size.width + x]
        let brightness = sample.color.luminance.squareRoot()
        let ink = (isLight ? 1 - brightness : brightness) * Double(sample.alpha) / 255
        line += Self.ramp[Int((ink * Double(Self.ramp.count - 1)).rounded())]
      }
      canvas.write(StyledText(safe: line), at: Point(x: 0, y: y))
    }
  }

  private static let ramp = [" ", ".", ":", "-", "=", "+", "*", "#", "%", "@"]
  private static let upperHalf = CellSymbol(codePoint: 0x2580, width: 1)
  private static let lowerHalf = CellSymbol(codePoint: 0x2584, width: 1)

  @inline(__always)
  private static func color(_ sample: PixelSampler.Sample, _ depth: ColorDepth) -> PackedColor? {
    sample.alpha < visible ? nil : PackedColor(Color.rgb(sample.color).downgraded(to: depth))
  }
}
