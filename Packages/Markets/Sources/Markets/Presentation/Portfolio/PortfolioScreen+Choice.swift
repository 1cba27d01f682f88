import Basics
import Components
import Foundation
import Navigation
import Portfolio

extension PortfolioScreen {
  private var hasMarks: Bool { !model.holdings.marked.isEmpty || !model.activities.marked.isEmpty }

  /// The key that removes marks, bound only while there are marks; otherwise, the program handles it.
  var removeMarksKeys: [KeyBinding] {
    guard hasMarks else { return [] }
    return [
      KeyBinding(KeyPress(.escape), label: "Remove marks", explanation: "Remove all marks") { [self] in removeMarks() }
    ]
  }

  var choiceKeys: [KeyBinding] {
    let hasHolding = model.holdings.selectedItem != nil
    let hasRow = isInActivities ? model.activities.selectedItem != nil : hasHolding
    return [
      KeyBinding(
        .character(" "),
        label: "Mark",
        explanation: "Mark or unmark the holding or activity, to copy, compare, export or delete it",
        isEnabled: hasRow && !(isInLowerList && showsLots)
      ) { [self] in
        if isInActivities { model.activities.toggleMark() } else { model.holdings.toggleMark() }
      },
      KeyBinding(
        .character("w"),
        label: "Compare",
        explanation: "Compare the coins of two marked holdings",
        prominence: model.holdings.marked.isEmpty ? .help : .hint,
        isEnabled: hasHolding && model.capabilities.hasMarketFigures
      ) { [self] in compare() },
      KeyBinding(
        .character("y"),
        label: "Copy",
        explanation: "Copy the marked or selected holdings or activities",
        prominence: hasMarks ? .hint : .help,
        isEnabled: hasRow
      ) { [self] in copy() },
      KeyBinding(
        .character("x"),
        label: "Export",
        explanation: "Export the marked activities, or all entries, as CSV",
        prominence: model.activities.marked.isEmpty ? .help : .hint,
        isEnabled: model.content.map { !$0.activities.isEmpty } ?? false
      ) { [self] in export() },
    ]
  }

  private func removeMarks() {
    model.holdings.removeMarks()
    model.activities.removeMarks()
  }

  private func compare() {
    var coins = model.holdings.markedItems.map(\.coin.id)
    // If only one holding is marked, compare it with the selected holding.
    if coins.count == 1, let selected = model.holdings.selectedItem?.coin.id, selected != coins[0] {
      coins.append(selected)
    }
    guard coins.count == 2 else {
      effects.show("Mark two holdings to compare them.", tone: .information)
      return
    }
    source.send(.push(CoinDestination(coin: coins[0], compare: coins[1])))
  }

  private func copy() {
    guard !isInActivities else {
      let (words, days) = (ActivityText(model.currency), ChartDates.day(timeZone: timeZone))
      let lines = model.activities.chosenItems.map { activity in
        "\(days.string(of: activity.entry.time))\t\(words.text(activity).plainText)"
      }
      return effects.copy(lines.joined(separator: "\n"))
    }
    let holdings = model.holdings.chosenItems
    func text(_ value: Decimal?) -> String { value.map { "\($0)" } ?? "" }
    guard holdings.count != 1 else {
      let holding = holdings[0]
      return effects.copy(from: [
        ("Symbol", holding.coin.symbol.uppercased()), ("Amount", text(holding.amount)),
        ("Value", holding.value.map { "\($0)" }), ("Gain", holding.unrealized.map { "\($0)" }),
      ])
    }
    let lines = holdings.map { holding in
      [holding.coin.symbol.uppercased(), text(holding.amount), text(holding.value), text(holding.unrealized)]
        .joined(separator: "\t")
    }
    effects.copy(lines.joined(separator: "\n"))
  }

  /// Writes the marked activities, or all entries if no rows are marked, to a CSV file that can be imported again.
  func export() {
    let (ledger, effects, marked) = (model.ledger, effects, model.activities.markedItems.map(\.entry))
    Task {
      do throws(LedgerError) {
        let snapshot = try await ledger.load()
        let text = await performBlocking { LedgerCSV.text(of: marked.isEmpty ? snapshot.entries() : marked) }
        effects.export(name: "ledger.csv", contents: Array(text.utf8))
      } catch {
        effects.show(StyledText(error.description), tone: .warning)
      }
    }
  }

  /// The marked or selected activities that can be deleted.
  var deletable: [Activity] { isInActivities ? model.activities.chosenItems.filter(\.isUndoable) : [] }

  /// Asks for confirmation before deleting the chosen activities, or explains why there is nothing to delete.
  func askToDelete() {
    let activities = deletable
    guard !activities.isEmpty else {
      let tab = model.content.map { !$0.rows.isEmpty } ?? false ? " Tab goes to the activities." : ""
      let text = isInActivities ? "Already deleted." : "Only activities can be deleted.\(tab)"
      effects.show(StyledText(text), tone: .information)
      return
    }
    question = .deleting(activities, model.currency) { [model, effects] in
      Task {
        if let problem = await model.delete(activities) {
          effects.show(StyledText(problem), tone: .warning)
          return
        }
        model.activities.removeMarks()
        let message = activities.count == 1 ? "Entry deleted." : "\(activities.count) entries deleted."
        let (ledger, copies) = (model.ledger, activities.map { $0.entry.copy() })
        LedgerChange(message: message, tone: .positive) { () throws(LedgerError) in
          try ledger.restore(copies)
        }
        .report(to: effects) { model.reload() }
      }
    }
  }
}
