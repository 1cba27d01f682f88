/// A scaler for part of an image, which scales rows before columns and keeps only the rows needed next.
///
/// Pixels are added as light premultiplied by opacity, so invisible pixels don't contribute their color.
struct Scaler {
  private let image: RGBAImage
  private let horizontal: ScalingAxis
  private let vertical: ScalingAxis
  private let width: Int
  private let height: Int

  /// Creates a scaler for a part that starts at (x, y), in pixels, and has `columns` × `rows` pixels.
  init(_ image: RGBAImage, x: Double, y: Double, columns: Double, rows: Double, width: Int, height: Int) {
    self.image = image
    self.width = width
    self.height = height
    horizontal = ScalingAxis(size: image.width, start: x, length: columns, count: width)
    vertical = ScalingAxis(size: image.height, start: y, length: rows, count: height)
  }

  func run() -> RGBAImage {
    var line = [SIMD4<Float>](repeating: .zero, count: image.width)
    // A ring buffer of scaled rows: row r is at index r modulo the number of rows needed at a time.
    var rows = [SIMD4<Float>](repeating: .zero, count: vertical.taps * width)
    var known = -1
    var output = [UInt8](repeating: 0, count: width * height * 4)
    var sum = [SIMD4<Float>](repeating: .zero, count: width)
    for row in 0..<height {
      let first = vertical.first[row]
      for source in max(known + 1, first)..<max(known + 1, first + vertical.taps) {
        readLight(row: source, into: &line)
        scaleRow(line, into: &rows, at: source % vertical.taps * width)
        known = source
      }
      for index in sum.indices { sum[index] = .zero }
      for tap in 0..<vertical.taps {
        let weight = vertical.weights[row * vertical.taps + tap]
        if weight != 0 { add(rows, at: (first + tap) % vertical.taps * width, times: weight, to: &sum) }
      }
      write(sum, into: &output, row: row)
    }
    return RGBAImage(checkedWidth: width, height: height, pixels: output)
  }

  private func readLight(row: Int, into line: inout [SIMD4<Float>]) {
    let light = SRGBCurve.light
    let curve = light.span
    let pixels = image.pixels.span
    var target = line.mutableSpan
    var place = row * image.width * 4
    for column in 0..<image.width {
      let opacity = Float(pixels[place + 3]) / 255
      let color = SIMD4(curve[Int(pixels[place])], curve[Int(pixels[place + 1])], curve[Int(pixels[place + 2])], 1)
      target[column] = color * opacity
      place += 4
    }
  }

  private func scaleRow(_ line: [SIMD4<Float>], into rows: inout [SIMD4<Float>], at start: Int) {
    let source = line.span
    let weights = horizontal.weights.span
    let first = horizontal.first.span
    let taps = horizontal.taps
    var target = rows.mutableSpan
    for column in 0..<width {
      var sum = SIMD4<Float>.zero
      for tap in 0..<taps { sum += source[first[column] + tap] * weights[column * taps + tap] }
      target[start + column] = sum
    }
  }

  private func add(_ rows: [SIMD4<Float>], at start: Int, times weight: Float, to sum: inout [SIMD4<Float>]) {
    let source = rows.span
    var target = sum.mutableSpan
    for column in 0..<width { target[column] += source[start + column] * weight }
  }

  private func write(_ line: [SIMD4<Float>], into output: inout [UInt8], row: Int) {
    let numberTable = SRGBCurve.numbers
    let thresholdTable = SRGBCurve.thresholds
    let numbers = numberTable.span
    let thresholds = thresholdTable.span
    let source = line.span
    var pixels = output.mutableSpan
    var place = row * width * 4
    for column in 0..<width {
      let light = source[column]
      let opacity = min(light.w, 1)
      let alpha = UInt8(max(0, opacity) * 255 + 0.5)
      if alpha > 0 {
        let color = (light / opacity).clamped(lowerBound: .zero, upperBound: .one)
        for channel in 0..<3 {
          var number = Int(numbers[Int(color[channel] * Float(SRGBCurve.parts))])
          while color[channel] >= thresholds[number] { number += 1 }
          pixels[place + channel] = UInt8(number)
        }
        pixels[place + 3] = alpha
      }
      place += 4
    }
  }
}

/// The source pixels and weights for each new pixel along one axis.
///
/// Shrinking makes each new pixel the mean of its area. Enlarging uses Keys's cubic convolution (1981) with a = −1/2,
/// also called Catmull-Rom interpolation.
struct ScalingAxis {
  /// The first source pixel for each new pixel.
  private(set) var first: [Int] = []
  /// The weights of the source pixels, with ``taps`` weights per new pixel.
  private(set) var weights: [Float] = []
  let taps: Int

  /// Creates an axis with `count` new pixels for a part whose start and length are in source pixels.
  init(size: Int, start: Double, length: Double, count: Int) {
    let step = length / Double(count)
    taps = min(size, step >= 1 ? Int(step.rounded(.up)) + 1 : 4)
    first.reserveCapacity(count)
    weights.reserveCapacity(count * taps)
    for index in 0..<count {
      let begin = start + Double(index) * step
      append(step >= 1 ? Self.area(from: begin, to: begin + step) : Self.curve(at: begin + step / 2 - 0.5), size)
    }
  }

  /// Appends a pixel's weights, using the nearest border pixel for a pixel outside the image.
  private mutating func append(_ part: (first: Int, weights: [Double]), _ size: Int) {
    let begin = min(max(part.first, 0), size - taps)
    var inside = [Double](repeating: 0, count: taps)
    for (offset, weight) in part.weights.enumerated() {
      let place = min(max(part.first + offset, 0), size - 1)
      // Because of rounding, a pixel after the last one can have a weight close to zero.
      inside[min(place - begin, taps - 1)] += weight
    }
    let sum = inside.reduce(0, +)
    first.append(begin)
    weights += inside.map { Float($0 / sum) }
  }

  private static func area(from begin: Double, to end: Double) -> (first: Int, weights: [Double]) {
    let first = Int(begin.rounded(.down))
    let last = max(first, Int(end.rounded(.up)) - 1)
    return (first, (first...last).map { min(end, Double($0) + 1) - max(begin, Double($0)) })
  }

  private static func curve(at place: Double) -> (first: Int, weights: [Double]) {
    let before = place.rounded(.down)
    let t = place - before
    let weights = [
      ((2 - t) * t - 1) * t / 2,
      ((3 * t - 5) * t * t + 2) / 2,
      ((4 - 3 * t) * t + 1) * t / 2,
      (t - 1) * t * t / 2,
    ]
    return (Int(before) - 1, weights)
  }
}
