/// The properties of a code point that the width of text depends on; sixteen bits, made by `Scripts/generate-width-tables`.
struct ScalarClass: OptionSet {
  let rawValue: UInt16

  /// East Asian Ambiguous (UAX #11) and one cell wide unless the policy says otherwise.
  static let ambiguous = ScalarClass(rawValue: 1 << 2)
  /// Has a text and an emoji presentation (UTS #51), so that a variation selector changes the width.
  static let hasPresentations = ScalarClass(rawValue: 1 << 3)
  /// Can belong to the cluster of what stands before it.
  static let joins = ScalarClass(rawValue: 1 << 4)
  /// What belongs to its cluster cannot be told from ``joins`` alone: regional indicators, leading Hangul, prefixes and
  /// the soft hyphen.
  static let isExceptional = ScalarClass(rawValue: 1 << 5)
  /// A spacing combining mark (general category Mc).
  static let spacingMark = ScalarClass(rawValue: 1 << 6)
  /// Makes a conjunct of the consonants around it (Indic_Syllabic_Category Virama or Invisible_Stacker).
  static let virama = ScalarClass(rawValue: 1 << 7)
  /// Terminals disagree on the width, so that text after the code point needs a new cursor position.
  static let isDisputed = ScalarClass(rawValue: 1 << 8)

  /// The cells that the code point adds to a cluster: 0, 1 or 2.
  var width: Int { Int(rawValue & 3) }

  /// Whether the code point is drawn over the character before it, and takes no cell of its own.
  var needsBase: Bool { contains(.joins) && width == 0 }

  /// The cells that the code point takes where it stands alone: 0, 1 or 2.
  ///
  /// A spacing mark without a base takes one cell.
  @inline(__always)
  func width(_ policy: WidthPolicy) -> Int {
    if rawValue & (Self.ambiguous.rawValue | Self.spacingMark.rawValue) == 0 { return width }
    return contains(.spacingMark) ? 1 : policy.ambiguousIsWide ? 2 : width
  }
}
