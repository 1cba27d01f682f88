/// Adds up the width of one grapheme cluster from its scalars, in order.
///
/// The rules, each with the reason in the package's README:
/// - a cluster is as wide as its scalars together; ``ClusterScanner`` divides one that takes more than two cells;
/// - the emoji variation selector (U+FE0F) makes a narrow base with an emoji presentation two cells wide, the text
///   variation selector (U+FE0E) right after a wide one makes it one cell (UTS #51);
/// - a picture that follows a zero width joiner adds nothing, since it is drawn into the first one;
/// - the second regional indicator of a flag adds nothing, and a skin tone makes a picture two cells wide;
/// - a spacing mark, and a consonant joined by a virama, make the cluster two cells wide;
/// - ``joinedLimit`` and ``spacingMarkLimit`` bound how much a cluster holds without growing wider.
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

  /// The pictures or consonants that are joined to the first one without taking a cell.
  ///
  /// No sequence in emoji-zwj-sequences joins more than three, and Sanskrit joins four consonants to a first one. A terminal
  /// without such sequences draws each of them apart.
  private static let joinedLimit = 4
  /// The spacing marks on a base that take one cell together.
  ///
  /// Malayalam has three: both halves of a vowel, and the anusvara. Some terminals give each of them a cell.
  private static let spacingMarkLimit = 3
  private static let skinTones: ClosedRange<UInt32> = 0x1F3FB...0x1F3FF

  init(_ policy: WidthPolicy) { self.policy = policy }

  /// The cells of the scalars added so far; more than two where the last one belongs to the next cluster.
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

  /// Whether the cluster starts with something that can have a skin tone or a zero width joiner.
  private var hasPicture: Bool {
    switch base {
    case Self.skinTones: false
    case 0x2600...0x27BF, 0x1F000...0x1FAFF: true
    default: base > 0x7F && baseClass.contains(.hasPresentations)
    }
  }
}

extension Unicode.Scalar {
  /// The terminal cells that the scalar takes where it stands alone, 0 to 2.
  ///
  /// Controls take none. Constant time.
  public func displayWidth(_ policy: WidthPolicy = .standard) -> Int {
    ScalarTable.shared[value].width(policy)
  }
}

extension Character {
  /// The terminal cells that the grapheme cluster takes; 0 for controls.
  ///
  /// Almost always 0, 1 or 2. A cluster takes more if terminals draw parts of it one after another, such as several leading
  /// consonants of Hangul.
  public func displayWidth(_ policy: WidthPolicy = .standard) -> Int { String(self).displayWidth(policy) }
}

extension StringProtocol {
  /// The terminal cells that the text takes on one line: the sum over its grapheme clusters.
  ///
  /// Controls count 0, and so do line feeds; escape sequences are not known here: read text that has them with
  /// ``StyledText/init(escaped:)``. Linear in the length.
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

  /// Calls a function with a scanner over the text's bytes.
  @inline(__always)
  func withClusterScanner<Result>(_ policy: WidthPolicy, _ body: (ClusterScanner) -> Result) -> Result {
    if let result = utf8.withContiguousStorageIfAvailable({ body(ClusterScanner($0, policy)) }) { return result }
    // Only a string that was bridged from another runtime has no contiguous storage.
    return Array(utf8).withUnsafeBufferPointer { body(ClusterScanner($0, policy)) }
  }
}

/// The one question about widths that only the user's terminal can answer.
public struct WidthPolicy: Hashable, Sendable {
  /// Whether characters of the class East Asian Ambiguous, such as `±`, `│` or Greek letters, take two cells.
  ///
  /// Terminals set up for Chinese, Japanese or Korean may draw them so; all others draw one cell. Source: UAX #11 § 4.2.
  public var ambiguousIsWide: Bool

  /// Creates a policy.
  public init(ambiguousIsWide: Bool) { self.ambiguousIsWide = ambiguousIsWide }

  /// One cell for ambiguous characters.
  public static let standard = WidthPolicy(ambiguousIsWide: false)
  /// Two cells for ambiguous characters.
  public static let eastAsian = WidthPolicy(ambiguousIsWide: true)
}
