/// Decodes PNG (third edition, W3C): all colour types and depths, interlacing, transparency.
enum PNGDecoder {
  static func decode(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> RGBAImage {
    let file = try PNGFile(bytes, limits: limits)
    let header = file.header
    let passes = PNGPass.all(of: header)
    let compressed = file.dataCount
    try limits.check(memory: passes.map(\.size) + [ImageLimits.product(header.width, header.height, 4), compressed])
    let size = passes.reduce(0) { $0 + $1.size }
    guard size / Inflater.highestRatio <= compressed else {
      throw .damaged(
        .png,
        offset: file.data.first?.lowerBound ?? 0,
        reason: "\(compressed) compressed bytes can't hold \(header.width) × \(header.height) pixels"
      )
    }
    let raw = try inflate(file, bytes, size: size)
    var pixels = [UInt8](repeating: 0, count: header.width * header.height * 4)
    try PNGRows.unpack(raw, passes, file, into: &pixels)
    return RGBAImage(checkedWidth: header.width, height: header.height, pixels: pixels)
  }

  private static func inflate(_ file: PNGFile, _ bytes: [UInt8], size: Int) throws(ImageError) -> [UInt8] {
    var stream: [UInt8] = []
    stream.reserveCapacity(file.dataCount)
    for range in file.data { stream += bytes[range] }
    do throws(InflateError) {
      return try Inflater.inflate(stream, size: size)
    } catch {
      switch error {
      case .truncated: throw .truncated(.png, size: bytes.count, reading: "the compressed pixels")
      case .damaged(let offset, let reason):
        throw .damaged(.png, offset: place(of: offset, in: file.data), reason: reason)
      }
    }
  }

  /// Where in the file a byte of the stream is that the chunks make up together.
  static func place(of offset: Int, in ranges: [Range<Int>]) -> Int {
    var rest = offset
    for range in ranges {
      if rest < range.count { return range.lowerBound + rest }
      rest -= range.count
    }
    return ranges.last?.upperBound ?? 0
  }
}
