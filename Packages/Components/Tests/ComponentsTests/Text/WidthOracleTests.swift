import Testing

@testable import Components
@testable import generate_width_tables

/// A comparison of widths with Python's `wcwidth` 0.8.2, except for the disputed cases that the README lists.
@Suite(
  "Widths compared with wcwidth",
  .enabled(if: WidthOracle.isAvailable && UnicodeData.folder != nil, WidthOracle.hint)
)
struct WidthOracleTests {
  @Test("matches wcwidth for every assigned scalar except spacing marks", arguments: [1, 2])
  func scalars(ambiguousWidth: Int) throws {
    let folder = try #require(UnicodeData.folder)
    let texts = try UnicodeData.assignedScalars(folder).map { String($0) }
    let wrong = try differences(texts, ambiguousWidth).filter { !Self.startsWithSpacingMark($0.text) }
    #expect(wrong == [])
  }

  @Test(
    "matches wcwidth for every emoji sequence except skin tones on narrow characters",
    arguments: ["emoji/emoji-test.txt", "emoji/emoji-variation-sequences.txt", "emoji/emoji-zwj-sequences.txt"],
    [1, 2]
  )
  func sequences(path: String, ambiguousWidth: Int) throws {
    let folder = try #require(UnicodeData.folder)
    let texts = try UnicodeData.sequences(folder, path)
    let wrong = try differences(texts, ambiguousWidth).filter { !Self.hasToneOnNarrowBase($0.text) }
    #expect(wrong == [])
  }

  @Test("differs from wcwidth in as many cases as the README states")
  func disputed() throws {
    let folder = try #require(UnicodeData.folder)
    let scalars = try UnicodeData.assignedScalars(folder).map { String($0) }
    let emoji = try UnicodeData.sequences(folder, "emoji/emoji-test.txt")
    #expect(try differences(scalars, 1).count == 471)
    #expect(try differences(emoji, 1).count == 85)
  }

  private struct Difference: Equatable {
    let text: String
    let own: Int
    let other: Int
  }

  private func differences(_ texts: [String], _ ambiguousWidth: Int) throws -> [Difference] {
    let policy = WidthPolicy(ambiguousIsWide: ambiguousWidth == 2)
    let others = try WidthOracle.widths(of: texts, ambiguousWidth: ambiguousWidth)
    try #require(others.count == texts.count)
    try #require(texts.count > 500)
    return zip(texts, others).compactMap { text, other in
      let own = text.displayWidth(policy)
      return own == max(other, 0) ? nil : Difference(text: text, own: own, other: other)
    }
  }

  private static func startsWithSpacingMark(_ text: String) -> Bool {
    text.unicodeScalars.first?.properties.generalCategory == .spacingMark
  }

  private static func hasToneOnNarrowBase(_ text: String) -> Bool {
    let scalars = Array(text.unicodeScalars.prefix(2))
    return scalars.count == 2 && scalars[0].displayWidth() == 1 && (0x1F3FB...0x1F3FF).contains(scalars[1].value)
  }
}
