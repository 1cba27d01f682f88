import Basics
import Components
import Foundation
import Navigation

extension CoinListScreen {
  var choiceKeys: [KeyBinding] {
    let hasCoin = model.selectedCoin != nil
    let hasMarks = !model.table.marked.isEmpty
    return [
      KeyBinding(
        .character(" "),
        label: "Mark",
        explanation: "Mark or unmark the coin, to compare, copy or export it",
        isEnabled: hasCoin
      ) { [self] in model.table.toggleMark() },
      KeyBinding(
        .character("*"),
        label: "Favorite",
        explanation: "Add the marked or selected coins to the favorites, or remove them",
        isEnabled: hasCoin
      ) { [self] in Task { await toggleFavorites() } },
      KeyBinding(
        .character("w"),
        label: "Compare",
        explanation: "Compare two marked coins",
        prominence: hasMarks ? .hint : .help,
        isEnabled: hasCoin && model.capabilities.hasMarketFigures
      ) { [self] in compare() },
      KeyBinding(
        .character("y"),
        label: "Copy",
        explanation: "Copy prices, names or IDs of the marked or selected coins",
        prominence: hasMarks ? .hint : .help,
        isEnabled: hasCoin
      ) { [self] in
        effects.copy(from: model.table.chosenItems, model.content?.currency ?? model.currency)
      },
      KeyBinding(
        .character("x"),
        label: "Export",
        explanation: "Export the marked coins, or the whole list, as CSV",
        prominence: hasMarks ? .hint : .help,
        isEnabled: hasCoin
      ) { [self] in export() },
    ]
  }

  var removeMarksBinding: KeyBinding {
    KeyBinding(KeyPress(.escape), label: "Remove marks", explanation: "Remove all marks") { [self] in
      model.table.removeMarks()
    }
  }

  /// Adds all chosen visible coins to the favorites, and removes their marks.
  ///
  /// If all of them are favorites already, they are removed from the favorites.
  private func toggleFavorites() async {
    let coins = model.table.chosenVisibleItems
    let changed = coins.filter { !model.favorites.contains($0.id) }
    let isFavorite = !changed.isEmpty
    let isComplete = await change(changed.isEmpty ? coins : changed, isFavorite: isFavorite)
    if isComplete { model.table.removeMarks(of: coins.map(\.id)) }
  }

  /// Adds or removes favorites one at a time until a change can't be saved, and offers to undo the saved changes.
  ///
  /// Returns whether all changes were saved.
  private func change(_ coins: [Coin], isFavorite: Bool) async -> Bool {
    let model = model
    var saved: [Coin] = []
    var problem: String?
    for coin in coins {
      problem = await model.setFavorite(coin.id, isFavorite)
      guard problem == nil else { break }
      saved.append(coin)
    }
    if !saved.isEmpty {
      let names = saved.count == 1 ? saved[0].shownName : "\(saved.count) coins"
      let message = isFavorite ? "\(names) added to the favorites." : "\(names) removed from the favorites."
      let ids = saved.map(\.id)
      effects.didChange(StyledText(message)) {
        for id in ids {
          if let problem = await model.setFavorite(id, !isFavorite) { return problem }
        }
        return nil
      }
    }
    if let problem { effects.show(StyledText(problem), tone: .warning) }
    return problem == nil
  }

  private func compare() {
    var coins = model.table.markedItems
    // If only one coin is marked, compare it with the selected coin.
    if coins.count == 1, let selected = model.selectedCoin, selected.id != coins[0].id { coins.append(selected) }
    guard coins.count == 2 else {
      effects.show("Mark two coins to compare them.", tone: .information)
      return
    }
    search = nil
    source.send(.push(CoinDestination(coin: coins[0].id.description, compare: coins[1].id.description)))
  }

  private func export() {
    guard let content = model.content else { return }
    let coins = model.table.marked.isEmpty ? model.table.visibleItems : model.table.markedItems
    let text = CoinsCSV(coins, currency: content.currency, provenance: content.provenance).text
    effects.export(name: "coins.csv", contents: Array(text.utf8))
  }
}

extension CoinListScreen {
  var portfolioKeys: [KeyBinding] {
    guard hasPortfolio else { return [] }
    return [
      KeyBinding(.character("p"), label: "Portfolio", explanation: "Open the portfolio") {
        [self] in source.send(.push(PortfolioDestination()))
      },
      KeyBinding(.character("A"), label: "Alerts", explanation: "Open the alerts") { [self] in
        source.send(.push(AlertsDestination()))
      },
      KeyBinding(
        .character("b"),
        label: "Buy",
        explanation: "Record a purchase of the coin",
        prominence: .help,
        isEnabled: model.selectedCoin != nil
      ) { [self] in open(buying: true) },
      KeyBinding(
        .character("a"),
        label: "Add alert",
        explanation: "Add an alert for the coin",
        prominence: .help,
        isEnabled: model.selectedCoin != nil
      ) { [self] in
        if let coin = model.selectedCoin { source.send(.push(AlertsDestination(coin: coin.id.description))) }
      },
    ]
  }
}
