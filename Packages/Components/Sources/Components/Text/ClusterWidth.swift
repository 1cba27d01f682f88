/// An accumulator that computes a grapheme cluster's width from its scalars, in order.
///
/// The package's README gives the reasons for these rules:
/// - The width is the sum of the scalars' widths. ``ClusterScanner`` divides a cluster that is wider than two cells.
/// - The emoji variation selector (U+FE0F) makes a narrow base with an emoji presentation two cells wide. The text
///   variation selector (U+FE0E) directly after a wide base makes it one cell wide (UTS #51).
/// - An emoji after a zero-width joiner adds no width, because it is drawn as part of the first emoji.
/// - The second regional indicator of a flag adds no width. A skin tone makes an emoji two cells wide.
/// - Spacing marks, and consonants joined by a virama, make the cluster two cells wide.
/// - ``joinedLimit`` and ``spacingMarkLimit`` limit how many parts of a cluster add no width.
struct ClusterWidth {
  private let policy: WidthPolicy
  private var width = 0
  private var base: UInt32 = 0
  private var baseClass = ScalarClass()
  private var previous: UInt32 = 0
  private var followsJoiner = false
  private var followsVirama = false
  private var joined = 0
  private var spacingMarks = 0

  /// The maximum number of emoji or consonants that join the first one without adding width.
  ///
  /// No sequence in emoji-zwj-sequences joins more than three, and Sanskrit joins up to four consonants to the
  /// first. Terminals that don't support such sequences draw each part separately.
  private static let joinedLimit = 4
  /// The maximum number of spacing marks on one base, all sharing a single cell.
  ///
  /// Malayalam uses three: both halves of a vowel, and the anusvara. Some terminals use one cell per mark.
  private static let spacingMarkLimit = 3
  private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF

  init(_ policy: WidthPolicy) { self.policy = policy }

  /// The width of the scalars added so far.
  ///
  /// A width above two cells means that the last scalar starts another cluster.
  var cells: Int { width }

  mutating func add(_ codePoint: UInt32, _ scalarClass: ScalarClass) {
    defer { previous = codePoint }
    switch codePoint {
    case 0x200D:
      followsJoiner = !followsVirama && hasPicture
      return
    case 0xFE0F:
      if baseClass.contains(.hasPresentations) { width = 2 }
      return
    case 0xFE0E:
      if previous == base && baseClass.width == 2 && baseClass.contains(.hasPresentations) { width = 1 }
      return
    case Self.skinTones where hasPicture && !Self.skinTones.contains(previous):
      if !followsJoiner { width = 2 }
      return
    case 0x1F1E6...0x1F1FF where (0x1F1E6...0x1F1FF).contains(base):
      return
    default:
      break
    }
    if scalarClass.contains(.virama) {
      followsVirama = true
      if width == 0 { width = scalarClass.width(policy) }
      return
    }
    let isSpacingMark = scalarClass.contains(.spacingMark)
    let cells = scalarClass.width(policy)
    if isSpacingMark && width > 0 {
      spacingMarks += 1
      width = spacingMarks > Self.spacingMarkLimit ? 3 : 2
      followsVirama = false
    } else if cells > 0 {
      if base == 0 {
        base = codePoint
        baseClass = scalarClass
      }
      if followsJoiner || followsVirama {
        joined += 1
        width = joined > Self.joinedLimit ? 3 : followsVirama ? 2 : width
      } else {
        width += cells
      }
      followsJoiner = false
      followsVirama = false
    }
  }

  /// Whether the base can take a skin tone or precede a zero-width joiner.
  private var hasPicture: Bool {
    switch base {
    case Self.skinTones: false
    case 0x2600...0x27BF, 0x1F000...0x1FAFF: true
    default: base > 0x7F && baseClass.contains(.hasPresentations)
    }
  }
}

extension Unicode.Scalar {
  /// Returns the scalar's own width in O(1): 0 to 2 terminal cells, or 0 for control characters.
  public func displayWidth(_ policy: WidthPolicy = .standard) -> Int {
    ScalarTable.shared[value].width(policy)
  }
}

extension Character {
  /// Returns the width of the grapheme cluster, in terminal cells; control characters have width 0.
  ///
  /// The width is usually 0 to 2. It is larger for clusters whose parts terminals draw separately, such as several
  /// leading Hangul consonants.
  public func displayWidth(_ policy: WidthPolicy = .standard) -> Int { String(self).displayWidth(policy) }
}

extension StringProtocol {
  /// Returns the width of the text on one line, in terminal cells, as the sum of its grapheme clusters' widths.
  ///
  /// Control characters, including line feeds, have width 0. Escape sequences aren't interpreted. To interpret them,
  /// use ``StyledText/init(escaped:)``. The work is O(n).
  public func displayWidth(_ policy: WidthPolicy = .standard) -> Int {
    withClusterScanner(policy) { scanner in
      var width = 0
      var index = 0
      while index < scanner.bytes.count {
        let cluster = scanner.cluster(at: index)
        width += cluster.width
        index = cluster.end
      }
      return width
    }
  }

  @inline(__always)
  func withClusterScanner<Result>(_ policy: WidthPolicy, _ body: (ClusterScanner) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(ClusterScanner($0, policy)) }) { return result }
    // Only bridged strings lack contiguous storage.
    return Array(utf8).withUnsafeBufferPointer { body(ClusterScanner($0, policy)) }
  }
}

/// The policy for the width of ambiguous characters, which depends on the user's terminal.
public struct WidthPolicy: Hashable, Sendable {
  /// Whether characters in the class East Asian Ambiguous, such as `±`, `│` or Greek letters, take two cells.
  ///
  /// Terminals for Chinese, Japanese or Korean may use two cells. All other terminals use one cell. Source: UAX #11
  /// § 4.2.
  public var ambiguousIsWide: Bool

  /// Creates a policy.
  public init(ambiguousIsWide: Bool) { self.ambiguousIsWide = ambiguousIsWide }

  /// The policy with one cell per ambiguous character.
  public static let standard = WidthPolicy(ambiguousIsWide: false)
  /// The policy with two cells per ambiguous character.
  public static let eastAsian = WidthPolicy(ambiguousIsWide: true)
}
