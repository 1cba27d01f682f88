import Basics

extension RGBAImage {
  /// Returns the image as a lossless PNG file with 8 bits per sample.
  ///
  /// Opaque images have no opacity channel, and opaque gray images have one sample per pixel. Each row uses the filter
  /// with the smallest sum of absolute values (PNG, third edition, § 12.7).
  public func pngData() -> [UInt8] {
    let channels = PNGEncoder.channels(of: self)
    let rows = PNGEncoder.filteredRows(of: self, channels: channels)
    return PNGEncoder.file(width: width, height: height, channels: channels, data: Deflater.compress(rows))
  }
}

enum PNGEncoder {
  /// Returns the number of samples per pixel: 1 for opaque gray, 3 for opaque colors, and 4 with opacity.
  static func channels(of image: RGBAImage) -> Int {
    let pixels = image.pixels.span
    var isGray = true
    for index in stride(from: 0, to: pixels.count, by: 4) {
      if pixels[index + 3] != 255 { return 4 }
      isGray = isGray && pixels[index] == pixels[index + 1] && pixels[index] == pixels[index + 2]
    }
    return isGray ? 1 : 3
  }

  /// Returns the rows, each preceded by its filter type.
  static func filteredRows(of image: RGBAImage, channels: Int) -> [UInt8] {
    let count = image.width * channels
    var output: [UInt8] = []
    output.reserveCapacity((count + 1) * image.height)
    var above = [UInt8](repeating: 0, count: count)
    var row = above
    var filtered = above
    var best = above
    for index in 0..<image.height {
      read(image, row: index, channels, into: &row)
      var least = Int.max
      var kind: UInt8 = 0
      for filter in [PNGFilter.none, .sub, .up, .average, .paeth] {
        let sum = filter.apply(row, above: above, into: &filtered, distance: channels)
        if sum < least {
          least = sum
          kind = filter.rawValue
          swap(&best, &filtered)
        }
      }
      output.append(kind)
      output += best
      swap(&row, &above)
    }
    return output
  }

  private static func read(_ image: RGBAImage, row: Int, _ channels: Int, into bytes: inout [UInt8]) {
    let pixels = image.pixels.span
    var target = bytes.mutableSpan
    var place = row * image.width * 4
    for index in stride(from: 0, to: target.count, by: channels) {
      for channel in 0..<channels { target[index + channel] = pixels[place + channel] }
      place += 4
    }
  }

  static func file(width: Int, height: Int, channels: Int, data: [UInt8]) -> [UInt8] {
    let colorType: PNGHeader.ColorType = channels == 1 ? .gray : channels == 3 ? .rgb : .rgba
    var file = PNGSignature.bytes
    file.reserveCapacity(data.count + 64)
    let header = bigEndian(width) + bigEndian(height) + [8, UInt8(colorType.rawValue), 0, 0, 0]
    append("IHDR", header, to: &file)
    // A chunk can have at most 2³¹ − 1 bytes.
    for start in stride(from: 0, to: data.count, by: 1 << 30) {
      append("IDAT", data[start..<min(start + (1 << 30), data.count)], to: &file)
    }
    append("IEND", [], to: &file)
    return file
  }

  private static func append(_ type: String, _ data: some Collection<UInt8>, to file: inout [UInt8]) {
    file += bigEndian(data.count)
    let start = file.count
    file += type.utf8
    file += data
    file += bigEndian(Int(CRC32(file[start...]).value))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

extension PNGFilter {
  /// Applies the filter, and returns the sum of the filtered bytes' distances from zero.
  ///
  /// `above` contains zeros for the first row; `distance` is the number of bytes to the left neighbor.
  func apply(_ row: [UInt8], above: [UInt8], into output: inout [UInt8], distance: Int) -> Int {
    // A loop for each filter is several times as fast as a loop that distinguishes the filters.
    switch self {
    case .none: Self.subtract(row, above, &output, distance) { _, _, _ in 0 }
    case .sub: Self.subtract(row, above, &output, distance) { left, _, _ in left }
    case .up: Self.subtract(row, above, &output, distance) { _, top, _ in top }
    case .average: Self.subtract(row, above, &output, distance) { left, top, _ in UInt8((Int(left) + Int(top)) >> 1) }
    case .paeth: Self.subtract(row, above, &output, distance) { Self.paeth($0, $1, $2) }
    }
  }

  @inline(__always)
  private static func subtract(
    _ row: [UInt8],
    _ above: [UInt8],
    _ output: inout [UInt8],
    _ distance: Int,
    guess: (_ left: UInt8, _ top: UInt8, _ corner: UInt8) -> UInt8
  ) -> Int {
    let bytes = row.span
    let upper = above.span
    var target = output.mutableSpan
    var sum = 0
    for index in 0..<min(distance, bytes.count) {
      let difference = bytes[index] &- guess(0, upper[index], 0)
      target[index] = difference
      sum &+= Int(Int8(bitPattern: difference).magnitude)
    }
    guard distance < bytes.count else { return sum }
    for index in distance..<bytes.count {
      let difference = bytes[index] &- guess(bytes[index &- distance], upper[index], upper[index &- distance])
      target[index] = difference
      sum &+= Int(Int8(bitPattern: difference).magnitude)
    }
    return sum
  }

  /// Returns the neighbor closest to left + top − corner (PNG, third edition, § 9.4).
  @inline(__always)
  static func paeth(_ left: UInt8, _ top: UInt8, _ corner: UInt8) -> UInt8 {
    let toLeft = abs(Int(top) - Int(corner))
    let toTop = abs(Int(left) - Int(corner))
    let toCorner = abs(Int(left) + Int(top) - 2 * Int(corner))
    if toLeft <= toTop && toLeft <= toCorner { return left }
    return toTop <= toCorner ? top : corner
  }
}
