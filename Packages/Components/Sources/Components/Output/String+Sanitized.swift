extension String {
  /// The text with everything that a terminal could obey, or that deceives the reader, made visible.
  ///
  /// What is replaced is listed at ``SanitizationPolicy``. Sanitizing twice changes nothing more. Linear in the
  /// length; printable ASCII is returned as it is, after one look at its bytes.
  public func sanitized(_ policy: SanitizationPolicy = .singleLine) -> String {
    needsSanitizing(policy) ? rebuilt(policy) : self
  }

  /// Whether anything is to be replaced; a flag of a subdivision is taken for hidden tags at first.
  private func needsSanitizing(_ policy: SanitizationPolicy) -> Bool {
    withClusterScanner(.standard) { Self.needsSanitizing($0, policy) }
  }

  /// Looks for the UTF-8 forms of what is replaced.
  private static func needsSanitizing(_ scanner: ClusterScanner, _ policy: SanitizationPolicy) -> Bool {
    let keepsNewline = policy.newline == .keep
    let keepsTab = policy.tab == .keep
    var previous: (UInt8, UInt8) = (0, 0x0A)
    for index in scanner.bytes.indices {
      let byte = scanner.bytes[index]
      switch byte {
      case 0x20..<0x7F: break
      case 0x0A where keepsNewline: break
      case 0x09 where keepsTab: break
      case 0x00..<0x20, 0x7F: return true
      default:
        switch previous {
        case (_, 0x0A): if needsBase(scanner.scalar(at: index).codePoint) { return true }
        case (_, 0xC2): if byte < 0xA0 { return true }
        case (0xE1, 0x85): if (0x9F...0xA0).contains(byte) { return true }
        case (0xE3, 0x85): if byte == 0xA4 { return true }
        case (0xEF, 0xBE): if byte == 0xA0 { return true }
        case (0xE2, 0x80): if (0xA8...0xAE).contains(byte) { return true }
        case (0xE2, 0x81): if (0xA6...0xAF).contains(byte) { return true }
        case (0xEF, 0xBF): if (0xB9...0xBB).contains(byte) { return true }
        case (0xF3, 0xA0): if byte < 0x82 { return true }
        default: break
        }
      }
      previous = (previous.1, byte)
    }
    return false
  }

  /// Whether a scalar would join what stands before the text, such as a label or a line of a frame.
  private static func needsBase(_ codePoint: UInt32) -> Bool {
    ScalarTable.shared[codePoint].needsBase
  }

  private func rebuilt(_ policy: SanitizationPolicy) -> String {
    let scalars = unicodeScalars
    var result = String.UnicodeScalarView()
    var index = scalars.startIndex
    var startsLine = true
    while index < scalars.endIndex {
      let scalar = scalars[index]
      let next = scalars.index(after: index)
      if scalar == "\r", next < scalars.endIndex, scalars[next] == "\n", policy.newline != .visible {
        index = next
        continue
      }
      if scalar == Self.blackFlag, let end = Self.endOfSubdivisionFlag(in: scalars, from: next) {
        // One by one: `append(contentsOf:)` copies the whole text each time.
        for part in scalars[index..<end] { result.append(part) }
        startsLine = false
        index = end
        continue
      }
      let safe = policy.replacement(for: scalar) ?? scalar
      if startsLine && Self.needsBase(safe.value) { result.append(Self.dottedCircle) }
      result.append(safe)
      startsLine = safe == "\n"
      index = next
    }
    return String(result)
  }

  /// What a mark without a base stands on (Unicode chapter 2.11).
  private static let dottedCircle: Unicode.Scalar = "\u{25CC}"

  private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

  /// The subdivisions that have a flag for general interchange (UTS #51, emoji-sequences).
  private static let subdivisions: Set<String> = ["gbeng", "gbsct", "gbwls"]

  /// Where the tag sequence ends that makes a black flag the flag of a subdivision; nil if it is none (UTS #51, ED-14a).
  private static func endOfSubdivisionFlag(
    in scalars: UnicodeScalarView,
    from start: UnicodeScalarView.Index
  ) -> UnicodeScalarView.Index? {
    var letters = ""
    var index = start
    while index < scalars.endIndex, letters.utf8.count < 6 {
      let value = scalars[index].value
      index = scalars.index(after: index)
      if value == 0xE007F { return subdivisions.contains(letters) ? index : nil }
      guard (0xE0061...0xE007A).contains(value), let letter = Unicode.Scalar(value - 0xE0000) else { return nil }
      letters.unicodeScalars.append(letter)
    }
    return nil
  }
}

/// What happens to line feeds and tabs when text that others wrote is made safe.
///
/// Everything else is fixed. Replaced by a visible sign are:
/// - C0 controls, ESC among them, and DEL: the control pictures `␀`–`␟`, `␡` (Unicode chapter 23.1);
/// - C1 controls: U+FFFD; some terminals obey them as if they were escape sequences (ECMA-48 § 5.3);
/// - bidirectional embeddings, overrides and isolates: U+FFFD, since they make text read otherwise than it is stored
///   (UAX #9; the "Trojan source" attack). The plain marks (LRM, RLM, ALM) stay: right-to-left names need them;
/// - tag characters, unless they are a flag of England, Scotland or Wales, interlinear annotation and deprecated format
///   characters: U+FFFD, since they hide text from the reader;
/// - the line and paragraph separators, which count as line feeds;
/// - the fillers of Hangul (U+115F, U+1160, U+3164, U+FFA0): one blank each. They are invisible, and terminals disagree on
///   their width.
///
/// A mark at the start of a line, which would join what the program wrote before it, gets a dotted circle to stand on.
public struct SanitizationPolicy: Hashable, Sendable {
  /// What becomes of a character that moves the cursor in a harmless way.
  enum Whitespace: Hashable, Sendable {
    /// It stays.
    case keep
    /// It becomes one blank.
    case blank
    /// It becomes a visible sign, `␊` or `␉`.
    case visible
  }

  /// What happens to line feeds; a carriage return before one goes with it, any other is replaced.
  var newline: Whitespace
  /// What happens to tabs.
  var tab: Whitespace

  /// Creates a policy.
  init(newline: Whitespace, tab: Whitespace) {
    self.newline = newline
    self.tab = tab
  }

  /// For one line or a cell of a table: line feeds and tabs become blanks.
  public static let singleLine = SanitizationPolicy(newline: .blank, tab: .blank)
  /// For running text: line feeds stay, tabs become blanks, since their width depends on where they stand.
  public static let multiLine = SanitizationPolicy(newline: .keep, tab: .blank)
  /// For showing what exactly is in a text: line feeds and tabs are made visible.
  static let revealing = SanitizationPolicy(newline: .visible, tab: .visible)

  func replacement(for scalar: Unicode.Scalar) -> Unicode.Scalar? {
    switch scalar.value {
    case 0x09: Self.replacement(of: scalar, as: tab, kept: nil)
    case 0x0A: Self.replacement(of: scalar, as: newline, kept: nil)
    case 0x00..<0x20: Self.controlPicture(scalar)
    case 0x20..<0x7F: nil
    case 0x7F: "\u{2421}"
    case 0x2028, 0x2029: Self.replacement(of: "\n", as: newline, kept: "\n")
    case 0x80..<0xA0, 0x202A...0x202E, 0x2066...0x2069: "\u{FFFD}"
    case 0x115F, 0x1160, 0x3164, 0xFFA0: " "
    case 0x206A...0x206F, 0xFFF9...0xFFFB, 0xE0000...0xE007F: "\u{FFFD}"
    default: nil
    }
  }

  private static func replacement(
    of control: Unicode.Scalar,
    as whitespace: Whitespace,
    kept: Unicode.Scalar?
  ) -> Unicode.Scalar? {
    switch whitespace {
    case .keep: kept
    case .blank: " "
    case .visible: controlPicture(control)
    }
  }

  private static func controlPicture(_ control: Unicode.Scalar) -> Unicode.Scalar {
    Unicode.Scalar(0x2400 + control.value) ?? "\u{FFFD}"
  }
}
