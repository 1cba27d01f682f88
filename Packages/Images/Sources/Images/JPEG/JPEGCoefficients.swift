/// The coefficients of all components of a progressive JPEG, 64 a block, in one array.
struct JPEGCoefficients {
  var values: [Int16]
  /// The numbers of the first blocks of the components.
  let starts: [Int]

  init(_ frame: JPEGFrame) {
    values = [Int16](repeating: 0, count: frame.sampleCount)
    starts = frame.components.indices.map { frame.components[..<$0].reduce(0) { $0 + $1.paddedBlocks } }
  }

  /// Makes samples of the coefficients.
  ///
  /// - Parameters:
  ///   - frame: The frame.
  ///   - quantization: The table of each component.
  ///   - planes: Takes the samples.
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
