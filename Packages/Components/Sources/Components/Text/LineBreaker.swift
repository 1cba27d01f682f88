/// A line breaker that divides text into lines with a maximum width, in one pass.
struct LineBreaker {
  private let scanner: ClusterScanner
  private let width: Int
  private let mode: WrapMode

  private var lineStart = 0
  private var lineWidth = 0
  private var contentEnd = 0
  private var opportunity: Opportunity?
  private var previous: UInt32 = 0
  private var previousWidth = 0
  private var beforePrevious: UInt32 = 0

  /// A position where the current line can end.
  private struct Opportunity {
    var contentEnd: Int
    var next: Int
    /// The width of the line in cells, including blanks that are dropped at the break.
    var width: Int
  }

  init(_ scanner: ClusterScanner, width: Int, mode: WrapMode) {
    self.scanner = scanner
    self.width = width
    self.mode = mode
  }

  /// Calls a closure with every line in order, or never if the width is below one.
  ///
  /// Lines don't include line breaks. Text that ends with a line break has an empty last line.
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

  /// Returns the end of a line, excluding trailing blanks that exceed the width.
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

  /// Returns whether a line can break between the previous cluster and this one if there is no blank between them.
  private func canDivide(before cluster: ClusterScanner.Cluster) -> Bool {
    // A mark belongs to the previous cluster.
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

/// The UAX #14 classes that matter between characters without a blank between them.
enum LineBreakRules {
  /// Returns whether a line must not break before a character.
  ///
  /// Examples are closing brackets and quotes, stops, small kana and iteration marks (classes CL, CP, EX, IS, NS,
  /// CJ, GL, WJ, PO).
  static func keepsWithPrevious(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    // ! " % ' ) , . : ; ? ] }
    case 0x21, 0x22, 0x25, 0x27, 0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F, 0x5D, 0x7D: true
    case 0xA0, 0x202F, 0x2060, 0xFEFF: true
    case 0x00B0, 0x00BB, 0x2019, 0x201D, 0x2026, 0x2030, 0x2032, 0x2033, 0x203A, 0x2103: true
    case 0x3001, 0x3002, 0x3005, 0x301C, 0x303B, 0x30A0, 0x30FB, 0x30FC, 0xFF65, 0xFF70: true
    // Brackets. Closing brackets have odd code points up to U+3011, and again from U+3015.
    case 0x3009, 0x300B, 0x300D, 0x300F, 0x3011, 0x3015, 0x3017, 0x3019, 0x301B, 0x301E, 0x301F: true
    case 0x3041, 0x3043, 0x3045, 0x3047, 0x3049, 0x3063, 0x3083, 0x3085, 0x3087, 0x308E, 0x3095, 0x3096: true
    case 0x309B...0x309E, 0x30FD, 0x30FE: true
    case 0x30A1, 0x30A3, 0x30A5, 0x30A7, 0x30A9, 0x30C3, 0x30E3, 0x30E5, 0x30E7, 0x30EE, 0x30F5, 0x30F6: true
    case 0x31F0...0x31FF: true
    case 0xFF01, 0xFF05, 0xFF09, 0xFF0C, 0xFF0E, 0xFF1A, 0xFF1B, 0xFF1F, 0xFF3D, 0xFF5D, 0xFF60...0xFF64: true
    default: false
    }
  }

  /// Returns whether a line must not break after a character.
  ///
  /// Examples are opening brackets and quotes, currency signs before a number, and glue characters (classes OP, PR,
  /// GL, WJ).
  static func keepsWithNext(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    // " $ ' ( [ {
    case 0x22, 0x24, 0x27, 0x28, 0x5B, 0x7B: true
    case 0xA0, 0x202F, 0x2060, 0xFEFF: true
    case 0x00A3, 0x00A5, 0x00AB, 0x2018, 0x201C, 0x2039, 0x20AC: true
    case 0x3008, 0x300A, 0x300C, 0x300E, 0x3010, 0x3014, 0x3016, 0x3018, 0x301A, 0x301D: true
    case 0xFF04, 0xFF08, 0xFF3B, 0xFF5B, 0xFF5F, 0xFFE1, 0xFFE5: true
    default: false
    }
  }

  /// Returns whether a character counts as a letter next to a hyphen, as all non-ASCII characters except punctuation
  /// do.
  static func isLetter(_ codePoint: UInt32) -> Bool {
    switch codePoint {
    case 0x41...0x5A, 0x61...0x7A: true
    case 0x00...0xBF, 0x2000...0x2BFF, 0x3000...0x303F: false
    default: true
    }
  }
}

/// The rule for breaking long lines.
public enum WrapMode: Hashable, Sendable {
  /// Breaks between words, and within a word only if it is wider than a whole line.
  ///
  /// Lines break at blanks, after a hyphen between letters, and between Chinese, Japanese and Korean characters. They
  /// don't break before closing punctuation or after opening punctuation. These rules are the part of UAX #14 that
  /// matters in a terminal.
  case words
  /// Breaks after any cluster.
  case characters
}
