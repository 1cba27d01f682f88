import Foundation

/// The width classes of all code points, with 16 bits each, derived from the Unicode Character Database.
///
/// The library's `ScalarClass` defines the bits, and the package's README explains the rules.
struct WidthClasses {
  /// The required version of the Unicode data.
  static let version = "17.0.0"

  private(set) var bits = [UInt16](repeating: 1, count: 0x11_0000)

  init(_ folder: UnicodeDataFolder) throws {
    let title = try folder.title(of: "EastAsianWidth.txt")
    guard title.contains(Self.version) else { throw GeneratorError.wrongVersion(title) }

    var eastAsianWidth = [String](repeating: "N", count: bits.count)
    for (range, value) in try folder.missingRanges(of: "EastAsianWidth.txt") where value == "W" || value == "Wide" {
      for codePoint in range { eastAsianWidth[codePoint] = "W" }
    }
    for (range, value) in try folder.ranges(of: "EastAsianWidth.txt") {
      for codePoint in range { eastAsianWidth[codePoint] = value }
    }
    var category = [String](repeating: "Cn", count: bits.count)
    for (range, value) in try folder.ranges(of: "extracted/DerivedGeneralCategory.txt") {
      for codePoint in range { category[codePoint] = value }
    }
    var clusterBreak = [String](repeating: "Other", count: bits.count)
    for (range, value) in try folder.ranges(of: "auxiliary/GraphemeBreakProperty.txt") {
      for codePoint in range { clusterBreak[codePoint] = value }
    }
    var age = [Double](repeating: .infinity, count: bits.count)
    for (range, value) in try folder.ranges(of: "DerivedAge.txt") {
      for codePoint in range { age[codePoint] = Double(value) ?? .infinity }
    }
    let ignorable = try Self.set(folder, "DerivedCoreProperties.txt", ["Default_Ignorable_Code_Point"])
    let prepended = try Self.set(folder, "PropList.txt", ["Prepended_Concatenation_Mark"])
    let viramas = try Self.set(folder, "IndicSyllabicCategory.txt", ["Virama", "Invisible_Stacker"])
    let variationBases = try Self.variationBases(folder)

    for codePoint in bits.indices {
      let joins = Self.joining.contains(clusterBreak[codePoint])
      let width = Self.width(
        codePoint,
        category: category[codePoint],
        eastAsianWidth: eastAsianWidth[codePoint],
        clusterBreak: clusterBreak[codePoint],
        isIgnorable: ignorable.contains(codePoint),
        isPrepended: prepended.contains(codePoint)
      )
      var value = UInt16(width)
      if width == 1 && eastAsianWidth[codePoint] == "A" { value |= 1 << 2 }
      if width > 0 && variationBases.contains(codePoint) { value |= 1 << 3 }
      if joins { value |= 1 << 4 }
      if Self.isExceptional(clusterBreak[codePoint], width: width) { value |= 1 << 5 }
      if category[codePoint] == "Mc" { value |= 1 << 6 }
      if viramas.contains(codePoint) { value |= 1 << 7 }
      if Self.isDisputed(codePoint, width: width, category: category[codePoint], age: age[codePoint]) {
        value |= 1 << 8
      }
      bits[codePoint] = value
    }
  }

  /// The values of Grapheme_Cluster_Break that can extend the previous character's cluster (UAX #29, GB6–GB9a).
  private static let joining: Set<String> = ["Extend", "ZWJ", "SpacingMark", "V", "T"]

  /// Returns whether the following code points' ``joining`` values aren't enough to determine a code point's cluster.
  ///
  /// There are two cases. A code point with a different value can also extend the cluster (GB3, GB6, GB9b, GB12). Or
  /// nothing can extend the cluster even though the code point has a width, as with the soft hyphen (GB4).
  private static func isExceptional(_ clusterBreak: String, width: Int) -> Bool {
    switch clusterBreak {
    case "CR", "Prepend", "L", "Regional_Indicator": true
    case "Control": width > 0
    default: false
    }
  }

  /// Conjoining Hangul vowels and trailing consonants, which are drawn in the leading consonant's cells.
  private static let hangulVowelsAndTrails: [ClosedRange<Int>] = [0x1160...0x11FF, 0xD7B0...0xD7FF]

  private static func width(
    _ codePoint: Int,
    category: String,
    eastAsianWidth: String,
    clusterBreak: String,
    isIgnorable: Bool,
    isPrepended: Bool
  ) -> Int {
    switch codePoint {
    // Terminals draw the soft hyphen as a hyphen.
    case 0x00AD: return 1
    // The filler takes the place of a leading consonant.
    case 0x115F: return 2
    // Terminals draw a lone regional indicator as a framed letter, two cells wide.
    case 0x1F1E6...0x1F1FF: return 2
    default: break
    }
    if category == "Cc" { return 0 }
    if isPrepended { return 1 }
    if isIgnorable || hangulVowelsAndTrails.contains(where: { $0.contains(codePoint) }) { return 0 }
    // A spacing mark in its own cluster has width 1. Otherwise, it widens its base's cluster.
    if category == "Mc" { return joining.contains(clusterBreak) ? 0 : 1 }
    if ["Mn", "Me", "Cf", "Zl", "Zp"].contains(category) { return 0 }
    return eastAsianWidth == "W" || eastAsianWidth == "F" ? 2 : 1
  }

  /// The Unicode version that every terminal in use supports, released in June 2017 and used by glibc 2.26.
  private static let commonVersion = 10.0

  /// CJK ideographs, kana, Hangul syllables and fullwidth forms, which all terminals draw wide.
  private static let alwaysWide: [ClosedRange<Int>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x4DBF, 0x4E00...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD,
  ]

  /// Narrow characters that some terminals draw wide.
  ///
  /// These are pictographs, circled numbers (U+3248–324F, wide in glibc), everything in the emoji planes, and
  /// U+06DE (an enclosing mark before Unicode 6).
  private static let sometimesNarrow: [ClosedRange<Int>] = [
    0x06DE...0x06DE, 0x2600...0x27BF, 0x2B00...0x2BFF, 0x3248...0x324F, 0x1F000...0x10FFFF,
  ]

  /// Returns whether a code point's width depends on the terminal.
  ///
  /// Terminals drop code points that are newer than their tables. They give visible format characters and lone
  /// spacing marks a width of 0, and they disagree on pictographs. The hexagrams U+4DC0–4DFF were narrow before
  /// Unicode 16. For all other code points with a width, tmux 3.3a, GNU screen 4.9 and wcwidth 0.7 agree with the
  /// table (measured).
  private static func isDisputed(_ codePoint: Int, width: Int, category: String, age: Double) -> Bool {
    if width == 0 { return false }
    if age > commonVersion || ["Cn", "Cf", "Mc"].contains(category) { return true }
    if width == 2 { return !alwaysWide.contains { $0.contains(codePoint) } }
    return sometimesNarrow.contains { $0.contains(codePoint) }
  }

  private static func set(_ folder: UnicodeDataFolder, _ path: String, _ values: Set<String>) throws -> Set<Int> {
    var result = Set<Int>()
    for (range, value) in try folder.ranges(of: path) where values.contains(value) { result.formUnion(range) }
    return result
  }

  /// Returns the characters that have both a text and an emoji presentation (UTS #51, ED-8, ED-9).
  private static func variationBases(_ folder: UnicodeDataFolder) throws -> Set<Int> {
    let rows = try folder.rows(of: "emoji/emoji-variation-sequences.txt")
    return Set(rows.compactMap { $0[0].split(separator: " ").first.flatMap { Int($0, radix: 16) } })
  }
}

/// An error that prevented writing the table.
enum GeneratorError: Error, CustomStringConvertible {
  case wrongVersion(String)
  case tooManyClasses(Int)
  case usage

  var description: String {
    switch self {
    case .wrongVersion(let title):
      "The folder contains \"\(title)\", but the tables require Unicode \(WidthClasses.version). Use the data for that version."
    case .tooManyClasses(let count):
      "The data has \(count) different classes or blocks, which is more than the table format supports."
    case .usage:
      "usage: generate-width-tables UNICODE-DATA-FOLDER OUTPUT-FILE"
    }
  }
}
