import BasicsTesting
import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Panels of entry and import forms")
@MainActor
struct EntryPanelTests {
  private let model: EntryViewModel
  private let ledger: FileLedger

  init() throws {
    ledger = try Ledgers.make(at: [(-3, Ledgers.buy(5, "coin-0"))])
    model = EntryViewModel(
      ledger: ledger,
      repository: FakeRepository(),
      timeZone: .gmt,
      now: { FakeRepository.date + 180 }
    )
  }

  private func text(height: Int = 34) -> String {
    let environment = RenderEnvironment(isAnimated: false)
    let size = Size(width: 72, height: height)
    let lines = model.over(Text(" "), size: size, in: environment).frame(size: size, environment: environment).buffer
      .lines
    return panel(lines)
  }

  /// Returns the lines of a panel without the empty lines around it.
  private func panel(_ lines: [String]) -> String {
    lines.filter { !$0.allSatisfy(\.isWhitespace) }.map { $0 + "\n" }.joined()
  }

  private func type(_ text: String, into field: EntryForm.Field) {
    model.select(field)
    for character in text { _ = model.handle(.character(character)) }
  }

  private func click(_ target: String, _ index: Int) -> (isHandled: Bool, calls: [String]) {
    var calls: [String] = []
    let event = ScreenEvent.click(target: target, index: index, at: .zero, count: 1)
    let isHandled = model.handle(event, submit: { calls.append("submit") }, leave: { calls.append("leave") })
    return (isHandled, calls)
  }

  @Test("shows the labels, prompts and notes of each action's fields")
  func actions() async throws {
    var sections: [(String, String)] = []
    for action in CoinAction.allCases {
      model.open(action, FakeRepository.coins(1)[0], asOf: FakeRepository.date, currency: .aud)
      await model.settle()
      sections.append((action.rawValue, text()))
    }
    try GoldenReports.expect(sections, matches: "entry-actions.txt")
  }

  @Test("shows the choice of an action, suggested coins, a past price, errors and an edited entry")
  func states() async throws {
    model.open(currency: .usd)
    await model.settle()
    var sections = [("new", text())]
    type("c1", into: .coin)
    model.suggestions.move(by: 1)
    sections.append(("suggestions", text()))
    model.select(.action)
    sections.append(("actions", text()))
    type("0", into: .amount)
    type("2026-01-30 12:00", into: .date)
    await model.settle()
    model.select(.note)
    sections.append(("past price and errors", text()))
    model.form?.problem = "The disk is full."
    sections.append(("failure", text()))
    let entry = try #require(try ledger.snapshot().entries().first)
    model.edit(entry, currency: .aud)
    await model.settle()
    sections.append(("edited", text()))
    model.close()
    sections.append(("closed", text(height: 3)))
    try GoldenReports.expect(sections, matches: "entry-states.txt")
  }

  @Test("selects clicked fields, actions and buttons, and ignores clicks elsewhere")
  func clicks() async {
    model.open(currency: .aud)
    await model.settle()
    #expect(model.form?.state.selected == .coin)
    #expect(click("markets.entry", 3).isHandled)
    #expect(model.form?.state.selected == .price)
    #expect(click("markets.entry", 99).isHandled)
    #expect(model.form?.state.selected == .price)
    #expect(click("markets.entry.actions", 2).isHandled)
    #expect(model.form?.action == .swap)
    #expect(model.form?.state.selected == .action)
    #expect(click("markets.entry.actions", 5).isHandled)
    #expect(model.form?.action == .swap)
    #expect(click("elsewhere", 0) == (false, []))
    #expect(click(FormPanel.buttonTarget("markets.entry"), 0) == (true, ["submit"]))
    #expect(click(FormPanel.buttonTarget("markets.entry"), 1) == (true, ["leave"]))
  }

  @Test("suggests the known price again for another action, and removes it for a receipt")
  func repeatedProposal() async {
    model.open(currency: .aud)
    await model.settle()
    type("coin-0", into: .coin)
    model.select(.amount)
    #expect(model.form?.state.text(.price).text == "740.7")
    model.choose(.receive)
    #expect(model.form?.state.text(.price).text.isEmpty == true)
    model.choose(.sell)
    #expect(model.form?.state.text(.price).text == "740.7")
    model.choose(.send)
    #expect(model.form?.state.text(.price).text.isEmpty == true)
    model.choose(.swap)
    #expect(model.form?.state.text(.price).text == "740.7")
  }

  @Test("leaves the form unchanged while its entry is being recorded")
  func submitting() async {
    model.open(.buy, FakeRepository.coins(1)[0], asOf: FakeRepository.date, currency: .aud)
    await model.settle()
    model.isSubmitting = true
    #expect(model.handle(.character("5")))
    model.paste("5")
    model.choose(.sell)
    model.move(by: 1)
    model.select(.note)
    #expect(model.form?.state.text(.amount).text.isEmpty == true)
    #expect(model.form?.action == .buy)
    #expect(model.form?.state.selected == .amount)
    #expect(await model.submit() == nil)
    model.isSubmitting = false
    #expect(!model.hasInput)
    model.paste("5")
    #expect(model.form?.state.text(.amount).text == "5")
  }

  @Test("previews an import's first entries, counts the others, and shows the first reasons of a refused file")
  func importPreview() async throws {
    let header = "time,kind,coin,symbol,amount,price,currency"
    let trades = (1...7).map { "2026-01-0\($0)T08:00:00Z,buy,bitcoin,btc,0.5,80000,usd" }
    let damaged = (1...5).map { "2026-01-1\($0)T08:00:00Z,kind \($0),bitcoin,btc,0.5,80000,usd" }
    var sections: [(String, String)] = []
    for (name, lines) in [("long", trades), ("short", Array(trades.prefix(5))), ("damaged", damaged)] {
      let csv = ([header] + lines).joined(separator: "\n") + "\n"
      let importing = ImportViewModel(
        ledger: ledger,
        read: { _ throws(ImportedFileError) in Data(csv.utf8) },
        now: { FakeRepository.date }
      )
      importing.open()
      func text() -> String {
        let environment = RenderEnvironment(isAnimated: false)
        let size = Size(width: 76, height: 24)
        let page = importing.over(Text(" "), size: size, timeZone: .gmt, in: environment)
        return panel(page.frame(size: size, environment: environment).buffer.lines)
      }
      if name == "short" { sections.append(("open", text())) }
      #expect(await importing.submit() == nil)
      #expect(importing.problem == "Enter the path of a CSV or JSON file.")
      #expect(!importing.hasInput)
      importing.paste("trades.csv")
      #expect(importing.hasInput)
      #expect(importing.problem == nil)
      #expect(await importing.submit() == nil)
      #expect(!importing.isWorking)
      sections.append((name, text()))
      guard name != "damaged" else { continue }
      #expect(
        await importing.submit()?.message
          == (name == "long"
            ? "Imported 7 entries."
            : "Imported 0 entries. "
              + "5 were already recorded, 5 recognized without an ID.")
      )
      #expect(!importing.isOpen)
    }
    try GoldenReports.expect(sections, matches: "import-preview.txt")
  }
}
