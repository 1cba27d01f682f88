/// Draws an image over the whole area of a canvas.
struct ImagePainter {
  private let sampler: PixelSampler

  /// Less opaque pixels than this are left out.
  private static let visible: UInt8 = 128

  init(_ image: PixelImage) { sampler = PixelSampler(image: image) }

  /// Two pixels a cell: the upper one as the colour of a half block, the lower one as the colour behind it.
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

  /// One pixel a cell, as the colour behind a blank: for terminals that draw half blocks two cells wide.
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

  /// Signs that cover more of the cell the brighter the image is, or the darker on a light background.
  func drawSigns(on canvas: inout Canvas) {
    let size = canvas.size
    let samples = sampler.samples(width: size.width, height: size.height)
    let isLight = canvas.environment.theme.palette.surface.components.luminance > 0.5
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
