import BasicsTesting
import Components
import Testing

@Suite("Fuzzy index")
struct FuzzyIndexTests {
  private func found(_ query: String, in texts: [String]) -> [String] {
    FuzzyIndex(texts).matches(FuzzyIndex.Query(query)).best(100).map { texts[$0.index] }
  }

  @Test(
    "ranks word starts first, then consecutive letters, then shorter text",
    arguments: [
      ("port", ["Support", "Open the portfolio", "Portfolio"], ["Portfolio", "Open the portfolio", "Support"]),
      ("op", ["Stop", "Open", "On top"], ["Open", "Stop", "On top"]),
      (
        "btc", ["Big text column", "Bitcoin BTC", "bathtub clock"], ["Bitcoin BTC", "Big text column", "bathtub clock"]
      ),
      ("set al", ["Add an alert", "Set an alert", "Settings"], ["Set an alert"]),
      ("lukasz", ["Łukasz Żółć", "Lucas"], ["Łukasz Żółć"]),
      ("zolc", ["Łukasz Żółć"], ["Łukasz Żółć"]),
      ("小", ["李小龙", "李"], ["李小龙"]),
      ("", ["b", "a"], ["b", "a"]), ("x", ["b", "a"], []), ("abc", ["ab"], []),
    ] as [(String, [String], [String])]
  )
  func ranking(query: String, texts: [String], expected: [String]) {
    #expect(found(query, in: texts) == expected)
  }

  @Test(
    "scores the position, completeness and spread of a match, and the length of the text",
    arguments: [
      // The scores of the words, times 256, less the length.
      ("port", "portfolio", 1_000 * 256 - 9), ("port", "port", 1_060 * 256 - 4), ("port", "a port", 958 * 256 - 6),
      ("port", "support", 597 * 256 - 7), ("ot", "on top", 277 * 256 - 6), ("st", "support", 234 * 256 - 7),
      ("ab", "axxxxxxxxxxxxxb", 228 * 256 - 15), ("abd", "xabxd", 213 * 256 - 5), ("a b", "a b", 2_018 * 256 - 3),
      ("port", String(repeating: "x", count: 60) + "port", 550 * 256 - 64),
      ("port", String(repeating: "x", count: 59) + " port", 910 * 256 - 64),
      ("a", "a" + String(repeating: "x", count: 299), 1_000 * 256 - 255), ("", "abc", -3),
    ]
  )
  func scores(query: String, text: String, expected: Int) {
    #expect(FuzzyIndex([text]).matches(FuzzyIndex.Query(query)).map(\.score) == [expected])
  }

  @Test(
    "recognizes abbreviations that start with the first letter of a word and keep its order",
    arguments: [
      ("btc", "bitcoin", true), ("bc", "bitcoin cash", true), ("b c", "bitcoin cash", true),
      ("bitcoin", "bitcoin", true),
      ("tc", "bitcoin", false), ("bct", "bitcoin", false), ("bitcoins", "bitcoin", false), ("x", "", false),
    ]
  )
  func abbreviations(short: String, long: String, isAbbreviation: Bool) {
    #expect(FuzzyIndex.Query(short).abbreviates(FuzzyIndex.Query(long)) == isAbbreviation)
  }

  @Test("keeps the best matches in order, and earlier ones among equals")
  func best() {
    let matches = FuzzyIndex(["xa", "a", "ba", "a", "ab"]).matches(FuzzyIndex.Query("a"))
    #expect(matches.best(3).map(\.index) == [1, 3, 4])
    #expect(matches.best(5).map(\.index) == [1, 3, 4, 0, 2])
    #expect(matches.best(9).map(\.index) == [1, 3, 4, 0, 2])
    #expect(matches.best(1).map(\.index) == [1])
  }

  @Test(
    "returns the matched characters for highlighting",
    arguments: [("port", "Open the Portfolio", [9, 10, 11, 12]), ("ua", "Łukasz", [1, 3])]
  )
  func marks(query: String, text: String, expected: [Int]) {
    #expect(FuzzyIndex.matchedCharacters(of: FuzzyIndex.Query(query), in: text).sorted() == expected)
  }

  @Test("finds the same matches whether it searches a shorter query's matches or all strings")
  func narrowing() {
    var random = SeededGenerator(seed: 18)
    let letters = Array("abcde fł")
    func text(_ length: Int) -> String {
      String((0..<length).map { _ in letters[Int.random(in: 0..<8, using: &random)] })
    }
    let texts = (0..<500).map { _ in text(Int.random(in: 0..<20, using: &random)) }
    let index = FuzzyIndex(texts)
    for _ in 0..<LongTests.rounds(byDay: 100, byNight: 3_000) {
      let whole = text(4)
      var previous: (query: FuzzyIndex.Query, matches: [FuzzyIndex.Match])?
      for length in 1...whole.count {
        let query = FuzzyIndex.Query(String(whole.prefix(length)))
        let all = index.matches(query)
        if let previous, query.narrows(previous.query) {
          #expect(index.matches(query, among: previous.matches) == all, "\(whole.prefix(length))")
        }
        #expect(all.best(10) == Array(all.best(all.count).prefix(10)))
        previous = (query, all)
      }
    }
  }

  @Test("finds the same matches in an incremental search as in a new search")
  func typing() {
    let indices = [FuzzyIndex(["Bitcoin BTC", "Bit", "Cobalt"]), FuzzyIndex(["Tobias", "Ábel Tíbor", ""])]
    var search = FuzzySearch(indices)
    for text in ["b", "bi", "bi t", "bi to", "bi t", "bi", "o", "", "t", "ti b"] {
      let query = FuzzyIndex.Query(text)
      #expect(search.best(2, for: query) == indices.map { $0.matches(query).best(2) }, "\(text)")
    }
  }
}
