/// A scanner that iterates over the clusters in UTF-8 text and measures their widths in cells.
///
/// Almost all clusters have a single scalar and need only two table lookups. Potentially longer clusters go through
/// `Character`, so their boundaries agree with the standard library.
///
/// A `Character` wider than two cells or longer than ``scalarLimit`` code points is divided. Terminals draw the
/// parts of a wide character separately, and a cell's size must be bounded.
struct ClusterScanner {
  /// The text, which must be valid UTF-8 and outlive the scanner.
  let bytes: UnsafeBufferPointer<UInt8>
  let policy: WidthPolicy
  private let table = ScalarTable.shared

  struct Cluster {
    var end: Int
    /// The width in cells, from 0 to 2.
    var width: Int
    var first: UInt32
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, _ policy: WidthPolicy) {
    self.bytes = bytes
    self.policy = policy
  }

  @inline(__always)
  func cluster(at start: Int) -> Cluster {
    let byte = bytes[start]
    let next = start + 1
    if byte < 0x80 && (next == bytes.count || bytes[next] < 0x80) {
      if byte >= 0x20 && byte != 0x7F { return Cluster(end: next, width: 1, first: UInt32(byte)) }
      let isLineEnd = byte == 0x0D && next < bytes.count && bytes[next] == 0x0A
      return Cluster(end: isLineEnd ? next + 1 : next, width: 0, first: UInt32(byte))
    }
    return longerCluster(at: start)
  }

  private func longerCluster(at start: Int) -> Cluster {
    let (codePoint, end) = scalar(at: start)
    let scalarClass = table[codePoint]
    if scalarClass.contains(.isExceptional) || scalarClass.width == 0 {
      return segmentedCluster(at: start, first: codePoint)
    }
    var index = end
    var last: UInt32 = codePoint
    var hasVirama = false
    var count = 1
    while index < bytes.count {
      let (joiner, next) = scalar(at: index)
      let joinerClass = table[joiner]
      guard joinerClass.contains(.joins) else {
        // A joiner can connect to the next emoji, and a virama to the next consonant. These emoji and consonants
        // aren't ASCII.
        if joiner >= 0x80 && (last == Self.zeroWidthJoiner || hasVirama) {
          return segmentedCluster(at: start, first: codePoint)
        }
        break
      }
      count += 1
      if joinerClass.width > 0 || count > Self.scalarLimit || Self.isHangulVowelOrTrail(joiner) {
        return segmentedCluster(at: start, first: codePoint)
      }
      if joinerClass.contains(.virama) { hasVirama = true }
      last = joiner
      index = next
    }
    if index == end { return Cluster(end: index, width: scalarClass.width(policy), first: codePoint) }
    return cluster(from: start, to: index, first: codePoint)
  }

  /// The maximum number of code points in a cluster.
  ///
  /// The Stream-Safe Text Format allows 30 marks on a base (UAX #15, UAX15-D4). The longest sequence in
  /// emoji-zwj-sequences has ten code points, and a subdivision flag has seven or eight.
  static let scalarLimit = 32

  private static let zeroWidthJoiner: UInt32 = 0x200D

  /// Returns whether a code point is a Hangul vowel or trailing consonant, which joins only other Hangul.
  private static func isHangulVowelOrTrail(_ codePoint: UInt32) -> Bool {
    (0x1160...0x11FF).contains(codePoint) || (0xD7B0...0xD7FF).contains(codePoint)
  }

  /// Returns the cluster found by `Character`, limited to ``scalarLimit`` code points so iteration is always linear.
  @inline(never)
  private func segmentedCluster(at start: Int, first: UInt32) -> Cluster {
    var end = start
    for count in [Self.scalarLimit / 4, Self.scalarLimit] {
      let regionEnd = offset(afterScalars: count, from: start)
      let region = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<regionEnd]), as: UTF8.self)
      end = start + (region.first?.utf8.count ?? regionEnd - start)
      if end < regionEnd { break }
    }
    return cluster(from: start, to: end, first: first)
  }

  private func offset(afterScalars count: Int, from start: Int) -> Int {
    var index = start
    var remaining = count
    while remaining > 0 && index < bytes.count {
      index = scalar(at: index).end
      remaining -= 1
    }
    return index
  }

  func startsWithMark(_ cluster: Cluster) -> Bool { table[cluster.first].contains(.joins) }

  /// Returns the longest prefix of a `Character` that fits into two cells.
  private func cluster(from start: Int, to end: Int, first: UInt32) -> Cluster {
    var result = ClusterWidth(policy)
    var width = 0
    var index = start
    while index < end {
      let (codePoint, next) = scalar(at: index)
      result.add(codePoint, table[codePoint])
      if result.cells > 2 { return Cluster(end: index, width: width, first: first) }
      width = result.cells
      index = next
    }
    return Cluster(end: end, width: width, first: first)
  }

  /// Returns the scalar at an offset and the offset after the scalar, without validating the UTF-8.
  @inline(__always)
  func scalar(at start: Int) -> (codePoint: UInt32, end: Int) {
    let lead = UInt32(bytes[start])
    if lead < 0x80 { return (lead, start + 1) }
    if lead < 0xE0 { return ((lead & 0x1F) << 6 | continuation(start + 1), start + 2) }
    if lead < 0xF0 {
      return ((lead & 0x0F) << 12 | continuation(start + 1) << 6 | continuation(start + 2), start + 3)
    }
    let high = (lead & 0x07) << 18 | continuation(start + 1) << 12
    return (high | continuation(start + 2) << 6 | continuation(start + 3), start + 4)
  }

  @inline(__always)
  private func continuation(_ index: Int) -> UInt32 { UInt32(bytes[index]) & 0x3F }
}
