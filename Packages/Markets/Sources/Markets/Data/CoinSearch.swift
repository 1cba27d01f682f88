import Foundation

/// Finds a coin by what a person calls it.
enum CoinSearch {
  /// The coin whose id, sign or name is the word, in either case; ids count before signs, and those before names.
  static func coin(named word: String, in coins: [Coin]) -> Coin? {
    let word = word.lowercased()
    return coins.first { $0.id.description.lowercased() == word }
      ?? coins.first { $0.symbol.lowercased() == word }
      ?? coins.first { $0.name.lowercased() == word }
  }

  /// The ids that look most like the word, at most three.
  static func suggestions(for word: String, in coins: [Coin]) -> [String] {
    let word = String(word.lowercased().prefix(40))
    guard !word.isEmpty else { return [] }
    let scored = coins.prefix(1_000).compactMap { coin -> (distance: Int, id: String)? in
      let names = [coin.id.description, coin.symbol, coin.name].map { String($0.lowercased().prefix(40)) }
      let distance = names.map { $0.hasPrefix(word) ? 0 : Self.distance(from: word, to: $0) }.min() ?? Int.max
      return distance <= max(word.count / 3, 1) ? (distance, coin.id.description) : nil
    }
    return scored.sorted { ($0.distance, $0.id) < ($1.distance, $1.id) }.prefix(3).map(\.id)
  }

  /// How many letters have to be put in, left out or changed (Levenshtein's distance).
  private static func distance(from left: String, to right: String) -> Int {
    let left = Array(left.utf8)
    let right = Array(right.utf8)
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in right.enumerated() {
        let change = diagonal + (letter == other ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(change, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[right.count]
  }
}
