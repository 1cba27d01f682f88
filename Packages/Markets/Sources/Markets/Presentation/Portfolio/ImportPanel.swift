import Components
import Foundation
import Portfolio

extension ImportViewModel {
  private static let target = "markets.import"
  /// The maximum number of entries that a preview shows.
  private static let shownEntries = 5

  func keyMap(submit: @escaping @MainActor () -> Void, leave: @escaping @MainActor () -> Void) -> KeyMap {
    .form(
      "Import",
      label: submitLabel,
      explanation: preview == nil ? "Check the file and preview the import" : "Import the file",
      submit: submit,
      move: { _ in },
      leave: leave
    )
  }

  private var submitLabel: String { preview == nil ? "Check" : "Import" }

  /// Handles an event in the form; the form's buttons call `submit` and `leave`.
  func handle(_ event: ScreenEvent, submit: @MainActor () -> Void, leave: @MainActor () -> Void) -> Bool {
    switch event {
    case .key(let press): return handle(press)
    case .paste(let text): paste(text)
    case .click(FormPanel.buttonTarget(Self.target), let index, _, _): if index == 0 { submit() } else { leave() }
    case .click, .scroll, .drag: return false
    }
    return true
  }

  func over(_ page: any Widget, size: Size, timeZone: TimeZone, in environment: RenderEnvironment) -> any Widget {
    guard isOpen else { return page }
    let field = TextField(path, prompt: "~/Downloads/trades.csv", state: .focused)
    let panel = FormPanel(
      title: "Import CSV or JSON",
      target: Self.target,
      fields: [
        Form.Field(
          "File",
          control: field,
          note: preview == nil ? "An export from this program; the import command reads others" : "",
          isFocused: true
        )
      ],
      problem: problem,
      details: preview.map { lines(of: $0, timeZone: timeZone, in: environment) } ?? [],
      submitLabel: submitLabel,
      isSubmitting: isWorking
    )
    return Overlay(page, top: panel.widget(in: size, environment), alignment: .center, dimsBase: true, isModal: true)
  }

  /// Returns the numbers of entries, and the first new entries.
  private func lines(of preview: Preview, timeZone: TimeZone, in environment: RenderEnvironment) -> [StyledText] {
    let typography = environment.theme.typography
    let summary = preview.summary
    var lines = [StyledText(ImportText.new(summary), .bold)]
    if summary.skipped > 0 { lines.append(StyledText(ImportText.known(summary))) }
    let words = ActivityText(theme: environment.theme)
    let days = ChartDates.day(timeZone: timeZone)
    for entry in preview.entries.prefix(Self.shownEntries) {
      lines.append(StyledText("\(days.string(of: entry.time))  ", typography.caption) + words.text(entry.action))
    }
    let further = preview.entries.count - Self.shownEntries
    if further > 0 { lines.append(StyledText("and \(further) more", typography.caption)) }
    if !summary.differing.isEmpty {
      let count = summary.differing.count == 1 ? "1 entry is" : "\(summary.differing.count) entries are"
      lines.append(StyledText("\(count) different in the ledger and will be left unchanged.", typography.warning))
    }
    return lines
  }
}

enum ImportText {
  /// Returns the number of new entries, such as `2 new entries.`.
  static func new(_ summary: LedgerImportSummary) -> String {
    summary.added == 1 ? "1 new entry." : "\(summary.added == 0 ? "No" : "\(summary.added)") new entries."
  }

  /// Returns the number of known entries, such as `3 were already recorded, 1 recognized without an ID.`.
  static func known(_ summary: LedgerImportSummary) -> String {
    let recognized = summary.recognized > 0 ? ", \(summary.recognized) recognized without an ID" : ""
    return "\(summary.skipped) \(summary.skipped == 1 ? "was" : "were") already recorded\(recognized)."
  }
}
