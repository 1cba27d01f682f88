extension String {
  /// Returns the text with visible replacements for characters that could control a terminal or deceive the reader.
  ///
  /// ``SanitizationPolicy`` lists the replacements. Sanitizing sanitized text changes nothing.
  ///
  /// - Complexity: O(n). Printable ASCII is returned unchanged after one pass.
  public func sanitized(_ policy: SanitizationPolicy = .singleLine) -> String {
    needsSanitizing(policy) ? rebuilt(policy) : self
  }

  /// Returns whether any character may need to be replaced; tags in subdivision flags are false positives.
  private func needsSanitizing(_ policy: SanitizationPolicy) -> Bool {
    withClusterScanner(.standard) { Self.needsSanitizing($0, policy) }
  }

  /// Returns whether the text contains the UTF-8 encoding of a character that must be replaced.
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

  /// Returns whether a scalar would combine with the preceding output, such as a label or a border.
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
        // Append scalars individually, because `append(contentsOf:)` copies the whole string each time.
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

  /// The base used for a combining mark without a base (Unicode chapter 2.11).
  private static let dottedCircle: Unicode.Scalar = "\u{25CC}"

  private static let blackFlag: Unicode.Scalar = "\u{1F3F4}"

  /// The subdivisions whose flags are recommended for general interchange (UTS #51, emoji-sequences).
  private static let subdivisions: Set<String> = ["gbeng", "gbsct", "gbwls"]

  /// Returns the end of a tag sequence that turns a black flag into a subdivision flag, or `nil` if the sequence is
  /// invalid (UTS #51, ED-14a).
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

/// The policy for line feeds and tabs when untrusted text is sanitized.
///
/// All other replacements are fixed:
/// - C0 controls (including ESC) and DEL become the control pictures `␀`–`␟` and `␡` (Unicode chapter 23.1).
/// - C1 controls become U+FFFD, because some terminals interpret them as escape sequences (ECMA-48 § 5.3).
/// - Bidirectional embeddings, overrides and isolates become U+FFFD, because they can disguise the stored text (UAX
///   #9; the "Trojan source" attack). The plain marks (LRM, RLM, ALM) are kept, because right-to-left names need
///   them.
/// - Tag characters, interlinear annotations and deprecated format characters become U+FFFD, because they hide text.
///   The flags of England, Scotland and Wales keep their tags.
/// - The line and paragraph separators count as line feeds.
/// - The Hangul fillers (U+115F, U+1160, U+3164, U+FFA0) become one blank each. They are invisible, and their width
///   depends on the terminal.
///
/// A mark at the start of a line gets a dotted circle as its base. Otherwise, it would combine with the preceding
/// output.
public struct SanitizationPolicy: Hashable, Sendable {
  /// The treatment of a white-space character that only moves the cursor.
  enum Whitespace: Hashable, Sendable {
    case keep
    case blank
    /// The character becomes a visible symbol, `␊` or `␉`.
    case visible
  }

  /// The treatment of line feeds, including CR LF, but not of other carriage returns, which are always replaced.
  var newline: Whitespace
  var tab: Whitespace

  init(newline: Whitespace, tab: Whitespace) {
    self.newline = newline
    self.tab = tab
  }

  /// The policy for single lines and table cells: line feeds and tabs become blanks.
  public static let singleLine = SanitizationPolicy(newline: .blank, tab: .blank)
  /// The policy for multiline text: line feeds are kept, and tabs, whose width depends on the position, become blanks.
  public static let multiLine = SanitizationPolicy(newline: .keep, tab: .blank)
  /// The policy for showing the exact content of text: line feeds and tabs become visible symbols.
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
