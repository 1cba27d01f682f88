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

  /// Adds a scalar of the cluster.
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
