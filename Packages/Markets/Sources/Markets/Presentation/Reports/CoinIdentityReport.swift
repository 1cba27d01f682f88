public import Components
public import Portfolio

/// A printable report on the coins in the user's files and their IDs in a source.
public struct CoinIdentityReport: Sendable, Encodable {
  private let coins: [Row]
  private let source: String

  private struct Row: Sendable, Encodable {
    let coin: CoinIdentity
    let lookup: CoinLookup

    var id: String? {
      if case .id(let id) = lookup { id } else { nil }
    }

    var choices: [SourceCoin] {
      if case .ambiguous(_, let choices) = lookup { choices } else { [] }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: DocumentKey.self)
      try container.set("coin", coin.key)
      try container.set("symbol", coin.symbol.uppercased())
      try container.set("name", coin.name)
      try container.set("id", id)
      try container.set("choices", choices.map(\.id))
    }
  }

  /// Creates a report on coins in a source.
  public init(_ identities: CoinIdentities, source: String) {
    coins = identities.coins.map { Row(coin: $0, lookup: identities.lookUp($0.key, in: source)) }
    self.source = source
  }

  /// Returns a table for a terminal, and one coin per line for a pipe.
  ///
  /// Each line contains the key, symbol, name, ID in the source, and the comma-separated IDs to choose from.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout != .records else {
      return coins.reduce(into: "") { text, row in
        let fields = [
          row.coin.key, row.coin.symbol.uppercased(), row.coin.name ?? "", row.id ?? "",
          row.choices.map(\.id).joined(separator: ","),
        ]
        text += fields.map { $0.sanitized(.singleLine) }.joined(separator: "\t") + "\n"
      }
    }
    let rows = coins.map { row -> [StyledText] in
      [
        StyledText(row.coin.key), StyledText(row.coin.symbol.uppercased()), StyledText(row.coin.name ?? ""),
        StyledText(state(of: row), row.id == nil ? mode.theme.typography.caption : mode.theme.typography.body),
      ]
    }
    let columns: [TextTable.Column] = [
      .init("Coin", isFlexible: true), .init("Symbol"), .init("Name", isFlexible: true, priority: 1),
      .init("In \(source)", isFlexible: true),
    ]
    return TextTable(columns: columns, rows: rows).rendered(for: mode)
  }

  private func state(of row: Row) -> String {
    switch row.lookup {
    case .id(let id): id
    case .ambiguous(_, let choices): "choose: " + choices.map(\.id).joined(separator: ", ")
    case .absent: "none"
    case .unresolved, .unknown: "not found"
    }
  }

  /// Encodes the JSON document: `source` and `coins`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DocumentKey.self)
    try container.set("source", source)
    try container.set("coins", coins)
  }
}

extension SourceCoin {
  /// Creates a source's coin from a coin on a page, using the given ID instead of that coin's own ID.
  public init(id: String, of coin: Coin) { self.init(id: id, symbol: coin.symbol, name: coin.name) }
}
