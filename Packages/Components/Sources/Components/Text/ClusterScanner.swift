/// Walks through UTF-8 cluster by cluster and tells how many cells each takes.
///
/// Almost all text consists of clusters of one scalar each, which two looks at the table recognise. Whatever could be
/// longer is handed to the standard library's `Character`, so that every boundary of the standard library is one here.
///
/// A `Character` of more than two cells or ``scalarLimit`` code points is divided, since terminals draw its parts one after
/// another, and since a cell may not cost any number of bytes.
struct ClusterScanner {
  /// The text.
  ///
  /// Must be valid UTF-8, and outlive the scanner.
  let bytes: UnsafeBufferPointer<UInt8>
  let policy: WidthPolicy
  private let table = ScalarTable.shared

  /// A stretch of text that is not to be divided, and its cells.
  struct Cluster {
    /// The offset of the byte after the cluster.
    var end: Int
    /// The cells it takes, 0 to 2.
    var width: Int
    /// Its first code point.
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
        // A joiner may reach over the boundary to a picture, a virama to a consonant; neither is ASCII.
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

  /// The code points that a cluster holds at most.
  ///
  /// The Stream-Safe Text Format allows 30 marks on a base (UAX #15, UAX15-D4). The longest sequence in emoji-zwj-sequences
  /// has ten code points, and the flag of a subdivision has seven or eight.
  static let scalarLimit = 32

  private static let zeroWidthJoiner: UInt32 = 0x200D

  /// Whether a code point joins what stands before it only if that is Hangul, too.
  private static func isHangulVowelOrTrail(_ codePoint: UInt32) -> Bool {
    (0x1160...0x11FF).contains(codePoint) || (0xD7B0...0xD7FF).contains(codePoint)
  }

  /// The cluster as `Character` sees it, up to ``scalarLimit`` code points.
  ///
  /// Looks at no more than that many, so that walking through a text stays linear whatever it consists of.
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

  /// The part of a `Character` that fits into two cells.
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

  /// Decodes the scalar at an offset.
  ///
  /// The text is known to be valid, so that nothing is checked but its end.
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
