/// The shape of a number in ASCII digits: an optional sign, digits, and optionally a point with digits after it.
struct DecimalWord {
  let isNegative: Bool
  let hasPoint: Bool
  let count: Int
  let significantCount: Int

  /// Reads the whole word, or nothing.
  init?(_ word: String) {
    var rest = word.utf8[...]
    isNegative = rest.first == UInt8(ascii: "-")
    if isNegative || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    let parts = rest.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } })
    else { return nil }
    hasPoint = parts.count == 2
    let digits = parts.joined()
    count = digits.count
    significantCount = digits.drop { $0 == UInt8(ascii: "0") }.count
  }
}
