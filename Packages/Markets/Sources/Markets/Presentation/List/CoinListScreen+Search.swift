import Components

/// Searching the list of coins.
extension CoinListScreen {
  /// Opens the field with what is searched for already.
  func openSearch() { search = TextFieldState(model.listing.filter.text, maximumLength: 60) }

  /// The keys while the field has the keyboard.
  var searchKeys: KeyMap {
    KeyMap(
      "Search",
      [
        KeyBinding(KeyPress(.enter), label: "open", explanation: "Opens the coin", isEnabled: model.selectedCoin != nil)
        { [self] in open() },
        endSearchBinding,
        KeyBinding(KeyPress(.tab), label: "to the list", explanation: "Keeps what is found") { [self] in search = nil },
      ]
    )
  }

  /// Shows all coins again.
  var endSearchBinding: KeyBinding {
    KeyBinding(KeyPress(.escape), label: "all coins", explanation: "Ends the search") { [self] in
      search = nil
      model.search("")
    }
  }
}
