/// Counts the units of a scan and finds the restarts between them (ITU-T T.81, E.2.4).
struct JPEGUnits {
  private let file: JPEGFile
  private var untilRestart: Int
  private var nextRestart = JPEGMarker.restarts.lowerBound

  init(_ file: JPEGFile) {
    self.file = file
    untilRestart = file.restartInterval
  }

  /// To be called before each unit; true if the scan begins anew with it, because a restart was passed.
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
      let reason = "there is the marker \(found) in place of the restart \(JPEGFile.name(nextRestart))"
      throw .damaged(.jpeg, offset: position, reason: reason)
    }
    bits.restart(at: position + 2)
    nextRestart = nextRestart == JPEGMarker.restarts.upperBound ? JPEGMarker.restarts.lowerBound : nextRestart + 1
    untilRestart = file.restartInterval - 1
  }

  /// What to say when the bits make no sense, or there are too few.
  func failure(_ bits: JPEGBits) -> ImageError {
    if bits.position >= file.bytes.count - 1 {
      return .truncated(.jpeg, size: file.bytes.count, reading: "the pixels")
    }
    let reason = bits.isOverrun ? "a scan ends before the picture does" : "a scan has a code without meaning"
    return .damaged(.jpeg, offset: bits.offset, reason: reason)
  }
}
