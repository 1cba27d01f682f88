import BenchmarkTools
import Components

/// Benchmarks for the palette's search while queries are typed and deleted letter by letter.
enum SearchBenchmarks {
  /// The number of matches that the palette lists, which is also the number of rows that it shows.
  private static let limit = 50
  private static let shown = 12

  private static let queries = [
    "bitcoin", "btc", "ana garcia", "zainab", "coin 9999", "person99999", "e a i o", "aeiou", "export", "mobile",
    "example.com", "theme", "zzzz", "xq", "müller", "李小龙", "a", "core platform", "garciamobile", "nnnnnn",
  ]

  static func run(into table: ResultTable) {
    let (coins, employees) = (Self.coins, Self.employees)
    let items = [coins, employees]
    let indexed = ProcessorClock.best(rounds: 3) { indices(of: items).reduce(0) { $0 + $1.count } }
    table.add("indexing on another thread", indexed * 1e3, .milliseconds)
    var search = FuzzySearch(indices(of: items))
    var strokes: [Double] = []
    for query in queries {
      let typed = (1...query.count).map { String(query.prefix($0)) }
      for text in typed + typed.reversed().dropFirst() {
        let seconds = ProcessorClock.slowest(1) { _ in key(text, &search, items) }
        strokes.append(seconds * 1e3)
      }
    }
    let median = FigureUnit.milliseconds.text(Statistics.median(strokes))
    table.add(
      "a key, the slowest of \(strokes.count)",
      strokes.max() ?? .nan,
      .milliseconds,
      .atMost(16),
      note: "median \(median)"
    )
  }

  /// Searches for a query, and highlights the matched letters in the visible rows.
  private static func key(_ text: String, _ search: inout FuzzySearch, _ items: [SearchableItemList]) -> Int {
    let query = FuzzyIndex.Query(text)
    let found = search.best(limit, for: query)
    let titles = zip(found, items).flatMap { matches, items in matches.map { items[$0.index].title } }
    return titles.prefix(shown).reduce(titles.count) {
      $0 + FuzzyIndex.matchedCharacters(of: query, in: $1).count
    }
  }

  private static func indices(of items: [SearchableItemList]) -> [FuzzyIndex] {
    items.map { FuzzyIndex($0.lazy.map { "\($0.title) \($0.keywords)" }) }
  }

  private static var coins: SearchableItemList {
    let names = ["Bitcoin", "Ethereum", "Solana", "Wrapped Staked", "Bridged", "Dog", "Pax Gold", "Internet Computer"]
    return SearchableItemList(Array(0..<10_000)) { number in
      let name = "\(names[number % names.count]) \(number)"
      return SearchableItem(
        title: "\(name) \(name.prefix(3).uppercased())\(number)",
        keywords: name.lowercased().replacing(" ", with: "-"),
        kind: "coin",
        link: "markets/\(number)"
      )
    }
  }

  private static var employees: SearchableItemList {
    let first = [
      "Ana", "Zainab", "Łukasz", "Siobhán", "Maximilian-Alexander", "Priya", "小龙", "John", "Fatima", "Jürgen",
    ]
    let last = [
      "García", "Müller", "Smith", "Ní Dhomhnaill", "Raghunathan", "von und zu Hohenstein", "李", "Al-Zahra", "Ng",
    ]
    let teams = ["Core Platform", "Mobile", "Café Operations", "Web Experience", "Point of Sale", "Accessibility"]
    return SearchableItemList(Array(0..<100_000)) { number in
      SearchableItem(
        title: "\(first[number % first.count]) \(last[number / 7 % last.count])",
        keywords: "person\(number)@example.com \(teams[number % teams.count])",
        kind: "employee",
        link: "directory/\(number)"
      )
    }
  }
}
