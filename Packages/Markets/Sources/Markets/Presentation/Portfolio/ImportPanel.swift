import Components
import Foundation
import Portfolio

extension ImportViewModel {
  private static let target = "markets.import"
  /// The maximum numbers of entries and other lines that a preview shows.
  private static let shown = (entries: 5, lines: 3)

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
          note: preview == nil ? "An export from this program, Coinbase, Kraken or Binance" : "",
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

  /// Returns the numbers of entries, the first new entries, and the file's lines that contain no entry.
  private func lines(of preview: Preview, timeZone: TimeZone, in environment: RenderEnvironment) -> [StyledText] {
    let typography = environment.theme.typography
    let summary = preview.summary
    var lines = [StyledText(ImportText.new(summary, layout: preview.file.layout), .bold)]
    if summary.skipped > 0 { lines.append(StyledText(ImportText.known(summary))) }
    let words = ActivityText(theme: environment.theme)
    let days = ChartDates.day(timeZone: timeZone)
    for entry in preview.entries.prefix(Self.shown.entries) {
      lines.append(StyledText("\(days.string(of: entry.time))  ", typography.caption) + words.text(entry.action))
    }
    let further = preview.entries.count - Self.shown.entries
    if further > 0 { lines.append(StyledText("and \(further) more", typography.caption)) }
    for line in preview.file.ignored.prefix(Self.shown.lines) {
      let text = "Line \(line.line) isn't an entry: \(line.reason.sanitized(.singleLine))."
      lines.append(StyledText(text, typography.warning))
    }
    let ignored = preview.file.ignored.count - Self.shown.lines
    if ignored > 0 { lines.append(StyledText("\(ignored) more lines aren't entries.", typography.warning)) }
    if !summary.differing.isEmpty {
      let count = summary.differing.count == 1 ? "1 entry is" : "\(summary.differing.count) entries are"
      lines.append(StyledText("\(count) different in the ledger and will be left unchanged.", typography.warning))
    }
    return lines
  }
}

enum ImportText {
  /// Returns the number of new entries and the file's layout, such as `2 new entries from the Kraken ledger.`.
  static func new(_ summary: LedgerImportSummary, layout: String?) -> String {
    let entries = summary.added == 1 ? "1 new entry" : "\(summary.added == 0 ? "No" : "\(summary.added)") new entries"
    return entries + (layout.map { " from the \($0)." } ?? ".")
  }

  /// Returns the number of known entries, such as `3 were already recorded, 1 recognized without an ID.`.
  static func known(_ summary: LedgerImportSummary) -> String {
    let recognized = summary.recognized > 0 ? ", \(summary.recognized) recognized without an ID" : ""
    return "\(summary.skipped) \(summary.skipped == 1 ? "was" : "were") already recorded\(recognized)."
  }
}
