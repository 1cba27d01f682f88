/// A decoder for sequential and progressive JPEGs (ITU-T T.81) with Huffman coding and 8 bits per sample.
struct JPEGDecoder {
  private var file: JPEGFile
  private let limits: ImageLimits
  private var frame: JPEGFrame?
  private var planes: JPEGPlanes?
  private var coefficients: JPEGCoefficients?
  /// Each component's quantization table, fixed when the component's first scan begins (ITU-T T.81, B.2.4.1).
  private var quantization: [[UInt16]] = []
  private var scanCount = 0
  private var orientation = ImageOrientation.up

  static func decode(_ bytes: [UInt8], limits: ImageLimits) throws(ImageError) -> RGBAImage {
    var decoder = JPEGDecoder(file: JPEGFile(bytes), limits: limits)
    return try decoder.decode()
  }

  private init(file: JPEGFile, limits: ImageLimits) {
    self.file = file
    self.limits = limits
  }

  private mutating func decode() throws(ImageError) -> RGBAImage {
    while true {
      let segment = try file.next()
      if let frame = try file.frame(segment) {
        guard self.frame == nil else { throw damage(segment, "there is a second frame header") }
        try check(frame)
        self.frame = frame
        quantization = frame.components.map { _ in [] }
      } else if segment.marker == JPEGMarker.startOfScan {
        guard let frame else { throw damage(segment, "there is a scan before the frame header") }
        try readScan(segment, frame)
      } else if segment.marker == JPEGMarker.endOfImage {
        guard let frame, !quantization.contains([]) else { throw damage(segment, "a component has no scan") }
        return image(frame)
      } else {
        try file.readTables(segment)
      }
    }
  }

  /// Checks the limits before the frame's memory is allocated.
  private func check(_ frame: JPEGFrame) throws(ImageError) {
    let isTurned = file.orientation.swapsSides
    try limits.check(
      width: isTurned ? frame.height : frame.width,
      height: isTurned ? frame.width : frame.height
    )
    let pixels = ImageLimits.product(frame.width, frame.height, 4)
    try limits.check(memory: [
      frame.sampleCount,
      frame.isProgressive ? frame.sampleCount * 2 : 0,
      pixels,
      file.orientation == .up ? 0 : pixels,
    ])
    // A block has at least one bit for its DC coefficient and, in a sequential scan, one bit for its end.
    let blocks = frame.components.reduce(0) { $0 + $1.blockColumns * $1.blockRows }
    guard blocks * (frame.isProgressive ? 1 : 2) <= (file.bytes.count - file.position) * 8 else {
      throw .truncated(.jpeg, size: file.bytes.count, reading: "the pixels")
    }
  }

  private mutating func readScan(_ segment: JPEGFile.Segment, _ frame: JPEGFrame) throws(ImageError) {
    scanCount += 1
    if scanCount == 1 {
      // The orientation can come after the frame header.
      try check(frame)
      orientation = file.orientation
    }
    guard scanCount <= limits.maximumScans else {
      throw .limitExceeded(.scans, needed: scanCount, allowed: limits.maximumScans)
    }
    let scan = try JPEGScan(segment, file, frame)
    for part in scan.parts where quantization[part.component].isEmpty {
      guard let table = file.quantization[frame.components[part.component].table] else {
        throw damage(segment, "the quantization table of a component is not defined")
      }
      quantization[part.component] = table
    }
    let end: Int
    if frame.isProgressive {
      var coefficients = self.coefficients.take() ?? JPEGCoefficients(frame)
      end = try JPEGProgressiveScan.decode(scan, at: file.position, file, frame, into: &coefficients)
      self.coefficients = coefficients
    } else {
      var planes = self.planes.take() ?? JPEGPlanes(frame)
      end = try JPEGSequentialScan.decode(
        scan,
        at: file.position,
        file,
        frame,
        quantization: quantization,
        starts: planes.starts,
        into: &planes.samples
      )
      self.planes = planes
    }
    file.skipScan(from: end)
  }

  private mutating func image(_ frame: JPEGFrame) -> RGBAImage {
    var planes = self.planes.take() ?? JPEGPlanes(frame)
    if var coefficients = coefficients.take() {
      coefficients.transform(frame, quantization: quantization, into: &planes)
    }
    let color = JPEGColor(frame.components, isJFIF: file.isJFIF, adobe: file.adobeTransform)
    let converter = JPEGColorConverter(frame, color)
    let upsamplers = frame.components.indices.map { JPEGUpsampler(frame, planes, component: $0) }
    var lines = [UInt8](repeating: 0, count: JPEGUpsampler.lineBytes(frame))
    var sums = [UInt8](repeating: 0, count: JPEGUpsampler.sumBytes(frame))
    var output = [UInt8](repeating: 0, count: frame.width * frame.height * 4 + JPEGColorConverter.slack)
    do {
      let samples = planes.samples.span.bytes
      var lineSpan = lines.mutableSpan
      var lineBytes = lineSpan.mutableBytes
      var sumSpan = sums.mutableSpan
      var sumBytes = sumSpan.mutableBytes
      var outputSpan = output.mutableSpan
      var pixels = outputSpan.mutableBytes
      for row in 0..<frame.height {
        for upsampler in upsamplers { upsampler.expand(row: row, samples, into: &lineBytes, &sumBytes) }
        converter.convert(lineBytes.bytes, width: frame.width, into: &pixels, at: row * frame.width * 4)
      }
    }
    output.removeLast(JPEGColorConverter.slack)
    let image = RGBAImage(checkedWidth: frame.width, height: frame.height, pixels: output)
    return image.oriented(orientation)
  }

  private func damage(_ segment: JPEGFile.Segment, _ reason: String) -> ImageError {
    .damaged(.jpeg, offset: segment.offset, reason: reason)
  }
}
