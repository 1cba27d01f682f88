/// Searches that compare bytes, so that they also find text that is followed by a combining character.
extension StringProtocol where Index == String.Index {
  /// Returns the first range of the text, which must not be empty.
  func firstRange(ofBytes text: some StringProtocol) -> Range<Index>? {
    let target = Array(text.utf8)
    guard let first = target.first else { return nil }
    var rest = utf8[...]
    while let start = rest.firstIndex(of: first) {
      rest = rest[start...]
      if rest.starts(with: target) { return start..<rest.index(start, offsetBy: target.count) }
      rest.removeFirst()
    }
    return nil
  }

  /// Returns a copy in which every occurrence of the text is replaced.
  func replacing(bytes text: some StringProtocol, with replacement: String) -> String {
    var result = ""
    var rest = self[...]
    while let range = rest.firstRange(ofBytes: text) {
      result += rest[..<range.lowerBound] + replacement
      rest = rest[range.upperBound...]
    }
    return result + rest
  }
}
