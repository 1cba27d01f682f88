/// Divides a text into lines that are no wider than a number of cells, in one pass.
struct LineBreaker {
  private let scanner: ClusterScanner
  private let width: Int
  private let mode: WrapMode

  private var lineStart = 0
  private var lineWidth = 0
  /// Where the part of the line ends that is not trailing blanks.
  private var contentEnd = 0
  private var opportunity: Opportunity?
  private var previous: UInt32 = 0
  private var previousWidth = 0
  private var beforePrevious: UInt32 = 0

  /// A place at which the line may be divided.
  private struct Opportunity {
    /// Where the line would end; the blanks after it are left out.
    var contentEnd: Int
    /// Where the next line would start.
    var next: Int
    /// The cells up to there.
    var width: Int
  }

  init(_ scanner: ClusterScanner, width: Int, mode: WrapMode) {
    self.scanner = scanner
    self.width = width
    self.mode = mode
  }

  /// Calls a function with every line in order; none for a width below one, since nothing fits.
  ///
  /// A line break ends a line and is in none; a text that ends with one has an empty last line.
  mutating func forEachLine(_ body: (TextPiece) -> Void) {
    guard width > 0 else { return }
    var index = 0
    while index < scanner.bytes.count {
      let cluster = scanner.cluster(at: index)
      if Self.isLineEnd(cluster.first) {
        body(.bytes(lineStart..<trimmedEnd(index)))
        startLine(at: cluster.end, width: 0)
        contentEnd = cluster.end
        previous = 0
        previousWidth = 0
      } else if mode == .words && cluster.first == 0x20 && cluster.end == index + 1 {
        lineWidth += 1
        if contentEnd > lineStart {
          opportunity = Opportunity(contentEnd: contentEnd, next: cluster.end, width: lineWidth)
        }
        remember(cluster)
      } else {
        add(cluster, at: index, body)
        remember(cluster)
      }
      index = cluster.end
    }
    body(.bytes(lineStart..<trimmedEnd(index)))
  }

  /// The end of a line of which the blanks that are too many are left out.
  private func trimmedEnd(_ end: Int) -> Int { lineWidth > width ? max(contentEnd, lineStart) : end }

  private mutating func startLine(at index: Int, width: Int) {
    lineStart = index
    lineWidth = width
    opportunity = nil
  }

  private mutating func remember(_ cluster: ClusterScanner.Cluster) {
    beforePrevious = previous
    previous = cluster.first
    previousWidth = cluster.width
  }

  private mutating func add(_ cluster: ClusterScanner.Cluster, at start: Int, _ body: (TextPiece) -> Void) {
    if mode == .words && contentEnd == start && start > lineStart && canDivide(before: cluster) {
      opportunity = Opportunity(contentEnd: start, next: start, width: lineWidth)
    }
    while lineWidth + cluster.width > width {
      if let found = opportunity {
        body(.bytes(lineStart..<found.contentEnd))
        startLine(at: found.next, width: lineWidth - found.width)
      } else if start > lineStart {
        body(.bytes(lineStart..<max(contentEnd, lineStart)))
        startLine(at: start, width: 0)
      } else {
        body(.placeholder(at: start))
        startLine(at: cluster.end, width: 0)
        contentEnd = cluster.end
        return
      }
    }
    lineWidth += cluster.width
    contentEnd = cluster.end
  }

  private static func isLineEnd(_ codePoint: UInt32) -> Bool { codePoint == 0x0A || codePoint == 0x0D }

  /// Whether the line may be divided between the last cluster and this one, which no blank divides.
  private func canDivide(before cluster: ClusterScanner.Cluster) -> Bool {
    // Marks that belong to what stands before them.
    if cluster.width == 0 { return false }
    if previousWidth == 2 || cluster.width == 2 {
      return !LineBreakRules.keepsWithNext(previous) && !LineBreakRules.keepsWithPrevious(cluster.first)
    }
    switch previous {
    case 0x2D, 0x2010: return LineBreakRules.isLetter(beforePrevious) && LineBreakRules.isLetter(cluster.first)
    case 0x2014, 0x200B: return true
    default: return false
    }
  }
}
