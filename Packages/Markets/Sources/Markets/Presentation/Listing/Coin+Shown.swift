import Components

/// What services call coins and tags, as it is shown in a line: nothing in it moves a cursor or begins another line.
///
/// Documents for programs have the originals, under their own rules for such characters.
extension Coin {
  /// Its name for a line.
  var shownName: String { name.sanitized(.singleLine) }

  /// Its sign for a line.
  var shownSymbol: String { symbol.sanitized(.singleLine) }
}

extension CoinTag {
  /// Its name for a line.
  var shownName: String { name.sanitized(.singleLine) }
}
