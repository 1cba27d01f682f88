/// The samples of all components, one after the other in one array.
struct JPEGPlanes {
  var samples: [UInt8]
  /// Where the samples of each component begin.
  let starts: [Int]

  init(_ frame: JPEGFrame) {
    samples = [UInt8](repeating: 0, count: frame.sampleCount)
    starts = frame.components.indices.map { frame.components[..<$0].reduce(0) { $0 + $1.paddedBlocks * 64 } }
  }
}
