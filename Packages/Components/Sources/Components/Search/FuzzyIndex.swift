import Foundation

/// An index for fuzzy text search, where a string matches if it contains the query's letters in order, with any gaps.
///
/// Strings are folded (case and diacritics) and stored once as UTF-8, together with the set of their letters. These
/// sets rule out most strings before any string is read. Searching 110,000 names takes a few milliseconds.
public struct FuzzyIndex: Sendable {
  /// A match for a query.
  public struct Match: Sendable, Hashable {
    /// The index of the matching string.
    public let index: Int
    /// The quality of the match, where higher scores are better.
    public let score: Int
  }

  /// A query, folded in the same way as the indexed strings.
  public struct Query: Sendable, Hashable {
    /// The words in the query, all of which must match.
    let words: [[UInt8]]
    let mask: UInt64

    /// Creates a query from typed text with words separated by blanks.
    public init(_ text: String) {
      words = text.split(separator: " ").map { FuzzyIndex.folded(String($0)) }.filter { !$0.isEmpty }
      mask = words.reduce(0) { $0 | FuzzyIndex.mask(of: $1) }
    }

    /// Whether every string matches.
    public var isEmpty: Bool { words.isEmpty }

    /// Returns whether every match for this query also matches another, such as the query before a letter was added.
    public func narrows(_ other: Query) -> Bool {
      guard words.count >= other.words.count else { return false }
      return zip(words, other.words).allSatisfy { $0.starts(with: $1) }
    }

    /// Returns whether each word is an abbreviation of one of another query's words.
    ///
    /// An abbreviation starts with the word's first letter and contains other letters of the word in order. For
    /// example, `mrkt` abbreviates `markets`.
    public func abbreviates(_ other: Query) -> Bool {
      words.allSatisfy { word in
        other.words.contains { whole in
          guard word.first == whole.first else { return false }
          var rest = word[...]
          for letter in whole where letter == rest.first { rest.removeFirst() }
          return rest.isEmpty
        }
      }
    }
  }

  private var bytes: [UInt8] = []
  /// The start of each string, followed by the end of the last string.
  private var starts: [Int32] = [0]
  /// The set of letters in each string.
  private var masks: [UInt64] = []
  /// The set of letters that start words in each string.
  private var initialMasks: [UInt64] = []

  /// Creates an index of strings, in O(total length).
  public init(_ texts: some Sequence<String>) {
    for text in texts {
      let folded = Self.folded(text)
      bytes.append(contentsOf: folded)
      starts.append(Int32(clamping: bytes.count))
      masks.append(Self.mask(of: folded))
      initialMasks.append(Self.initialMask(of: folded))
    }
  }

  /// The number of strings.
  public var count: Int { masks.count }

  /// Returns the matches in index order, searching all strings or, if given, only the matches for a broader query.
  public func matches(_ query: Query, among candidates: [Match]? = nil) -> [Match] {
    var result: [Match] = []
    var places: [Int] = []
    bytes.withUnsafeBufferPointer { bytes in
      func consider(_ index: Int) {
        guard masks[index] & query.mask == query.mask else { return }
        let text = FuzzyText(
          letters: UnsafeBufferPointer(rebasing: bytes[Int(starts[index])..<Int(starts[index + 1])]),
          initials: initialMasks[index]
        )
        var score = 0
        for word in query.words {
          let quality = word.withUnsafeBufferPointer { text.score(of: $0, places: &places) }
          guard let quality else { return }
          score += quality
        }
        // Among otherwise equal matches, shorter strings are better.
        result.append(Match(index: index, score: score * 256 - min(text.letters.count, 255)))
      }
      if let candidates {
        for candidate in candidates { consider(candidate.index) }
      } else {
        for index in masks.indices { consider(index) }
      }
    }
    return result
  }

  /// Returns the positions of the characters that a query matches, for highlighting.
  public static func matchedCharacters(of query: Query, in text: String) -> Set<Int> {
    // If a character folds to several bytes, its position is repeated for each byte.
    var folded: [UInt8] = []
    var positions: [Int] = []
    for (position, character) in text.enumerated() {
      let letters = Self.folded(String(character))
      folded += letters
      positions += letters.map { _ in position }
    }
    var result: Set<Int> = []
    var places: [Int] = []
    folded.withUnsafeBufferPointer { letters in
      let text = FuzzyText(letters: letters, initials: initialMask(of: folded))
      for word in query.words {
        guard word.withUnsafeBufferPointer({ text.findPlaces(of: $0, in: &places) }) else { continue }
        for place in places { result.insert(positions[place]) }
      }
    }
    return result
  }

  // MARK: Folding

  private static func folded(_ text: String) -> [UInt8] {
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    guard !isPlain else { return text.utf8.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 } }
    let folded = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    // These letters can't be decomposed.
    return folded.replacing("ł", with: "l").replacing("ø", with: "o").replacing("đ", with: "d").utf8.map { $0 }
  }

  /// Returns the set of letters and digits in the text, with the remaining bits shared by all other bytes.
  private static func mask(of folded: [UInt8]) -> UInt64 { folded.reduce(0) { $0 | bit(of: $1) } }

  private static func initialMask(of folded: [UInt8]) -> UInt64 {
    folded.withUnsafeBufferPointer { letters in
      letters.indices.reduce(0) { FuzzyText.isWordStart(letters, $1) ? $0 | bit(of: letters[$1]) : $0 }
    }
  }

  fileprivate static func bit(of byte: UInt8) -> UInt64 {
    switch byte {
    case 0x61...0x7A: 1 << UInt64(byte - 0x61)
    case 0x30...0x39: 1 << UInt64(26 + byte - 0x30)
    default: 1 << UInt64(36 + byte % 28)
    }
  }
}

private struct FuzzyText {
  typealias Letters = UnsafeBufferPointer<UInt8>

  let letters: Letters
  /// The set of letters that start a word.
  let initials: UInt64

  /// Returns the quality of a match, or `nil` if the text doesn't match.
  ///
  /// A whole word scores highest, followed by the start of a word, consecutive letters, and letters that start words.
  /// Gaps lower the score. `places` is scratch memory.
  func score(of word: Letters, places: inout [Int]) -> Int? {
    guard let end = end(of: word) else { return nil }
    if let place = consecutivePlace(of: word) {
      guard Self.isWordStart(letters, place) else { return 600 - min(place, 50) }
      let end = place + word.count
      let isWhole = end == letters.count || !Self.isLetter(letters[end])
      return (place == 0 ? 1_000 : 900 - min(place, 50)) + (isWhole ? 60 : 0)
    }
    if !findInitials(of: word, in: &places) { findLast(of: word, endingAt: end, in: &places) }
    var score = 200
    var previous = -1
    for place in places {
      if Self.isWordStart(letters, place) { score += 40 }
      if previous >= 0 { score += place == previous + 1 ? 15 : -min(place - previous, 12) }
      previous = place
    }
    return max(score, 1)
  }

  /// Finds the positions of a word's letters, and returns whether the text contains them in order.
  ///
  /// Consecutive positions and word starts are preferred. Otherwise, the match ends as early as possible, and then
  /// starts as late as possible.
  func findPlaces(of word: Letters, in places: inout [Int]) -> Bool {
    guard let end = end(of: word) else { return false }
    if let place = consecutivePlace(of: word) {
      places = Array(place..<(place + word.count))
    } else if !findInitials(of: word, in: &places) {
      findLast(of: word, endingAt: end, in: &places)
    }
    return true
  }

  static func isWordStart(_ letters: Letters, _ place: Int) -> Bool {
    guard place > 0 else { return true }
    return !isLetter(letters[place - 1]) && isLetter(letters[place])
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte >= 0x80
  }

  /// Returns the end of the shortest prefix that contains all letters in a word in order.
  private func end(of word: Letters) -> Int? {
    var next = 0
    for place in letters.indices where letters[place] == word[next] {
      next += 1
      if next == word.count { return place + 1 }
    }
    return nil
  }

  /// Returns the position where a word's letters occur without gaps, at the start of a word if possible.
  private func consecutivePlace(of word: Letters) -> Int? {
    let canStartWord = initials & FuzzyIndex.bit(of: word[0]) != 0
    var found: Int?
    var place = 0
    while place <= letters.count - word.count {
      if letters[place] == word[0] {
        var length = 1
        while length < word.count, letters[place + length] == word[length] { length += 1 }
        if length == word.count {
          if !canStartWord || Self.isWordStart(letters, place) { return place }
          found = found ?? place
        }
      }
      place += 1
    }
    return found
  }

  /// Finds positions in the text where a word's letters, in order, all start words, and returns whether they exist.
  private func findInitials(of word: Letters, in places: inout [Int]) -> Bool {
    guard word.allSatisfy({ initials & FuzzyIndex.bit(of: $0) != 0 }) else { return false }
    places.removeAll(keepingCapacity: true)
    for place in letters.indices where letters[place] == word[places.count] && Self.isWordStart(letters, place) {
      places.append(place)
      if places.count == word.count { return true }
    }
    return false
  }

  /// Finds the positions of a word's letters backward from a match's end, so the match starts as late as possible.
  private func findLast(of word: Letters, endingAt end: Int, in places: inout [Int]) {
    places.removeAll(keepingCapacity: true)
    places.append(contentsOf: repeatElement(0, count: word.count))
    var place = end - 1
    var letter = word.count - 1
    while letter >= 0 {
      if letters[place] == word[letter] {
        places[letter] = place
        letter -= 1
      }
      place -= 1
    }
  }
}

extension [FuzzyIndex.Match] {
  /// Returns the best matches, best first, with matches that have equal scores in their original order.
  public func best(_ limit: Int) -> [FuzzyIndex.Match] {
    guard count > limit else { return sorted(by: Self.isBetter) }
    var best: [FuzzyIndex.Match] = []
    best.reserveCapacity(limit + 1)
    for match in self {
      if best.count == limit, let last = best.last, !Self.isBetter(match, last) { continue }
      var (low, high) = (0, best.count)
      while low < high {
        let middle = (low + high) / 2
        if Self.isBetter(best[middle], match) { low = middle + 1 } else { high = middle }
      }
      best.insert(match, at: low)
      if best.count > limit { best.removeLast() }
    }
    return best
  }

  private static func isBetter(_ first: FuzzyIndex.Match, _ second: FuzzyIndex.Match) -> Bool {
    first.score == second.score ? first.index < second.index : first.score > second.score
  }
}
