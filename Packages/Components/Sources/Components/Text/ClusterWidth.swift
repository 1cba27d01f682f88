/// Adds up the width of one grapheme cluster from its scalars, in order.
///
/// The rules, each with the reason in the package's README:
/// - a cluster is as wide as its scalars together, two cells at most;
/// - the emoji variation selector (U+FE0F) makes a narrow base with an emoji presentation two cells wide, the text
///   variation selector (U+FE0E) right after a wide one makes it one cell (UTS #51);
/// - what follows a zero width joiner adds nothing, since it is drawn into the first picture;
/// - the second regional indicator of a flag adds nothing, and a skin tone makes its base two cells wide;
/// - a spacing mark, and a consonant joined by a virama, make the cluster two cells wide.
struct ClusterWidth {
  private let policy: WidthPolicy
  private var width = 0
  private var base: UInt32 = 0
  private var baseClass = ScalarClass()
  private var previous: UInt32 = 0
  private var followsJoiner = false
  private var followsVirama = false

  init(_ policy: WidthPolicy) { self.policy = policy }

  /// The cells of the scalars added so far.
  var cells: Int { min(width, 2) }

  /// Adds a scalar of the cluster.
  mutating func add(_ codePoint: UInt32, _ scalarClass: ScalarClass) {
    defer { previous = codePoint }
    switch codePoint {
    case 0x200D:
      followsJoiner = !followsVirama
      return
    case 0xFE0F:
      if baseClass.contains(.hasPresentations) { width = 2 }
      return
    case 0xFE0E:
      if previous == base && baseClass.width == 2 && baseClass.contains(.hasPresentations) { width = 1 }
      return
    case 0x1F3FB...0x1F3FF where base != 0:
      if !followsJoiner { width = 2 }
      return
    case 0x1F1E6...0x1F1FF where (0x1F1E6...0x1F1FF).contains(base):
      return
    default:
      break
    }
    if scalarClass.contains(.virama) {
      followsVirama = true
      return
    }
    let isSpacingMark = scalarClass.contains(.spacingMark)
    let cells = scalarClass.width(policy)
    if isSpacingMark && width > 0 {
      width = 2
      followsVirama = false
    } else if cells > 0 {
      if base == 0 {
        base = codePoint
        baseClass = scalarClass
      }
      if !followsJoiner { width = followsVirama ? 2 : width + cells }
      followsJoiner = false
      followsVirama = false
    }
  }
}
