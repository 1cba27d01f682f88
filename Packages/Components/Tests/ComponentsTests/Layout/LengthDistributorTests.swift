import BasicsTesting
import Testing

@testable import Components

@Suite("Length distributor")
struct LengthDistributorTests {
  struct Case: CustomTestStringConvertible {
    var testDescription: String
    let ranges: [LengthRange]
    var priorities: [Int]?
    let total: Int
    let expected: [Int]
  }

  private static let text = LengthRange(minimum: 2, ideal: 10, maximum: 10)
  private static let spacer = LengthRange.flexible(minimum: 0, ideal: 0)

  static let cases = [
    Case(testDescription: "enough room", ranges: [text, .fixed(3)], total: 13, expected: [10, 3]),
    Case(testDescription: "room is left", ranges: [text, .fixed(3)], total: 20, expected: [10, 3]),
    Case(
      testDescription: "a spacer takes the rest",
      ranges: [text, spacer, .fixed(3)],
      total: 20,
      expected: [10, 7, 3]
    ),
    Case(testDescription: "spacers share", ranges: [spacer, .fixed(4), spacer], total: 11, expected: [4, 4, 3]),
    Case(testDescription: "the longest gives way", ranges: [text, .fixed(3)], total: 9, expected: [6, 3]),
    Case(testDescription: "equals give way equally", ranges: [text, text], total: 11, expected: [6, 5]),
    Case(testDescription: "below the minimum the last disappears", ranges: [text, text], total: 3, expected: [2, 1]),
    Case(
      testDescription: "low priority gives way first",
      ranges: [text, text],
      priorities: [0, 1],
      total: 14,
      expected: [4, 10]
    ),
    Case(
      testDescription: "low priority disappears first",
      ranges: [text, text],
      priorities: [0, 1],
      total: 3,
      expected: [1, 2]
    ),
    Case(
      testDescription: "high priority grows first",
      ranges: [spacer, spacer],
      priorities: [0, 1],
      total: 5,
      expected: [0, 5]
    ),
    Case(
      testDescription: "a higher minimum gives way less",
      ranges: [text, LengthRange(minimum: 8, ideal: 10, maximum: 10)],
      total: 14,
      expected: [6, 8]
    ),
    Case(
      testDescription: "a maximum leaves the rest to others",
      ranges: [LengthRange(minimum: 0, ideal: 0, maximum: 2), spacer],
      total: 9,
      expected: [2, 7]
    ),
    Case(testDescription: "the first get the rest", ranges: [spacer, spacer, spacer], total: 5, expected: [2, 2, 1]),
    Case(testDescription: "the last give the rest", ranges: [text, text, text], total: 13, expected: [5, 4, 4]),
    Case(testDescription: "one cell too few", ranges: [text, .fixed(3)], total: 12, expected: [9, 3]),
    Case(testDescription: "the last ones disappear", ranges: [text, text, text], total: 3, expected: [2, 1, 0]),
    Case(testDescription: "nothing", ranges: [], total: 5, expected: []),
    Case(testDescription: "no room", ranges: [text, spacer], total: 0, expected: [0, 0]),
    Case(testDescription: "less than no room", ranges: [text], total: -4, expected: [0]),
  ]

  @Test("distributes a length according to ranges and priorities", arguments: cases)
  func lengths(_ sample: Case) {
    let priorities = sample.priorities ?? sample.ranges.map { _ in 0 }
    let lengths = LengthDistributor.lengths(of: sample.ranges, priorities: priorities, total: sample.total)
    #expect(lengths == sample.expected)
  }

  @Test("never exceeds the total length, and uses all of it if any item is flexible")
  func sums() {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<5000 {
      let count = Int.random(in: 0...6, using: &generator)
      let ranges = (0..<count).map { _ in
        LengthRange(
          minimum: Int.random(in: -2...9, using: &generator),
          ideal: Int.random(in: 0...30, using: &generator),
          maximum: Bool.random(using: &generator) ? LengthRange.unlimited : Int.random(in: 0...40, using: &generator)
        )
      }
      let priorities = (0..<count).map { _ in Int.random(in: -1...1, using: &generator) }
      let total = Int.random(in: 0...120, using: &generator)
      let lengths = LengthDistributor.lengths(of: ranges, priorities: priorities, total: total)
      let sum = lengths.reduce(0, +)
      let wanted = ranges.reduce(0) { $0 + $1.maximum }
      #expect(sum == min(total, wanted), "\(ranges) \(priorities) \(total): \(lengths)")
      #expect(zip(lengths, ranges).allSatisfy { $0 >= 0 && $0 <= $1.maximum })
    }
  }
}
