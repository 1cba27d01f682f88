/// A progressive JPEG's coefficients in one array, 64 per block.
struct JPEGCoefficients {
  var values: [Int16]
  /// The index of each component's first block.
  let starts: [Int]

  init(_ frame: JPEGFrame) {
    values = [Int16](repeating: 0, count: frame.sampleCount)
    starts = frame.components.indices.map { frame.components[..<$0].reduce(0) { $0 + $1.paddedBlocks } }
  }

  /// Computes the samples with one quantization table per component.
  mutating func transform(_ frame: JPEGFrame, quantization: [[UInt16]], into planes: inout JPEGPlanes) {
    let factors = quantization.flatMap { $0.map { Int16(truncatingIfNeeded: $0) } }
    let blockStarts = starts
    let sampleStarts = planes.starts
    let quantizers = factors.span.bytes
    var valueSpan = values.mutableSpan
    var blocks = valueSpan.mutableBytes
    var sampleSpan = planes.samples.mutableSpan
    var samples = sampleSpan.mutableBytes
    for (index, component) in frame.components.enumerated() {
      for row in 0..<component.blockRows {
        for column in 0..<component.blockColumns {
          let offset = (blockStarts[index] &+ row &* component.paddedColumns &+ column) &* 128
          JPEGBlock.transform(
            &blocks,
            at: offset,
            quantizers,
            index &* 128,
            places: JPEGBlock.places(blocks, at: offset),
            into: &samples,
            at: sampleStarts[index] &+ (row &* component.stride &+ column) &* 8,
            stride: component.stride
          )
        }
      }
    }
  }
}

/// A counter for a scan's units and the restarts between them (ITU-T T.81, E.2.4).
struct JPEGUnits {
  private let file: JPEGFile
  private var untilRestart: Int
  private var nextRestart = JPEGMarker.restarts.lowerBound

  init(_ file: JPEGFile) {
    self.file = file
    untilRestart = file.restartInterval
  }

  /// Returns whether decoding restarts at the next unit; must be called before each unit.
  @inline(__always)
  mutating func isRestart(_ bits: inout JPEGBits) throws(ImageError) -> Bool {
    if file.restartInterval == 0 { return false }
    if untilRestart > 0 {
      untilRestart &-= 1
      return false
    }
    try restart(&bits)
    return true
  }

  private mutating func restart(_ bits: inout JPEGBits) throws(ImageError) {
    let bytes = file.bytes
    var position = bits.position
    while position < bytes.count - 1, bytes[position] != 0xFF || bytes[position + 1] == 0 || bytes[position + 1] == 0xFF
    {
      position += 1
    }
    guard position < bytes.count - 1 else { throw .truncated(.jpeg, size: bytes.count, reading: "the pixels") }
    guard bytes[position + 1] == nextRestart else {
      let found = JPEGFile.name(bytes[position + 1])
      let reason = "expected the restart marker \(JPEGFile.name(nextRestart)), but found \(found)"
      throw .damaged(.jpeg, offset: position, reason: reason)
    }
    bits.restart(at: position + 2)
    nextRestart = nextRestart == JPEGMarker.restarts.upperBound ? JPEGMarker.restarts.lowerBound : nextRestart + 1
    untilRestart = file.restartInterval - 1
  }

  func failure(_ bits: JPEGBits) -> ImageError {
    if bits.position >= file.bytes.count - 1 {
      return .truncated(.jpeg, size: file.bytes.count, reading: "the pixels")
    }
    let reason = bits.isOverrun ? "a scan ends before the image does" : "a scan contains an undefined code"
    return .damaged(.jpeg, offset: bits.offset, reason: reason)
  }
}

/// The samples in one array, one component after another.
struct JPEGPlanes {
  var samples: [UInt8]
  let starts: [Int]

  init(_ frame: JPEGFrame) {
    samples = [UInt8](repeating: 0, count: frame.sampleCount)
    starts = frame.components.indices.map { frame.components[..<$0].reduce(0) { $0 + $1.paddedBlocks * 64 } }
  }
}
