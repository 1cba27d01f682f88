import Basics
public import Components
import Foundation
public import Navigation
public import Observation

/// The counter screen, with the count, the last code, the fetch buttons, statistics and recent codes.
@MainActor
@Observable
public final class FetchCounterScreen: Screen {
  static let buttonTarget = "counter.fetch"
  static let codeTarget = "counter.code"
  static let answerTarget = "counter.answer"

  enum Action: Int, CaseIterable {
    case fetch, fetchMany
  }

  @ObservationIgnored let viewModel: FetchCounterViewModel
  @ObservationIgnored let calendar: @Sendable () -> Calendar
  @ObservationIgnored let now: @Sendable () -> Date
  @ObservationIgnored private let effects: any ScreenEffects
  @ObservationIgnored private var following: Task<Void, Never>?
  /// The dialog that the user opened; if an action fails, the dialog for the failure is shown instead.
  private(set) var dialog: FetchCounterDialog?
  private(set) var selectedAnswer = 0
  /// The button that Enter activates.
  private(set) var action = Action.fetch
  private(set) var list = ListState()

  init(
    viewModel: FetchCounterViewModel,
    effects: any ScreenEffects,
    now: @escaping @Sendable () -> Date,
    calendar: @escaping @Sendable () -> Calendar
  ) {
    self.viewModel = viewModel
    self.effects = effects
    self.now = now
    self.calendar = calendar
  }

  /// The title "Fetch Counter".
  public let title = "Fetch Counter"

  /// The reason the count can't be shown, or `nil` if it is shown.
  public var failure: FetchProblem? { viewModel.fetchCount == nil ? viewModel.state.problem : nil }

  /// Whether a fetch is in progress.
  public var isAnimating: Bool { viewModel.state.isLoading }

  /// Whether the user is entering the number of fetches.
  public var isEnteringText: Bool {
    if case .times = openDialog { true } else { false }
  }

  /// The visible dialog: the dialog for a failure or, without a failure, ``dialog``.
  var openDialog: FetchCounterDialog? { viewModel.state.problem.map(FetchCounterDialog.problem) ?? dialog }

  /// The screen's key bindings, or the open dialog's key bindings.
  public var keyMap: KeyMap {
    openDialog.map { KeyMap(title, isQuestion: true, bindings(of: $0)) } ?? KeyMap(title, bindings)
  }

  /// Handles clicks, moves the selection in the list of recent codes, and passes text to an open field.
  public func handle(_ event: ScreenEvent) -> Bool {
    if let openDialog { return handle(event, in: openDialog) }
    let count = viewModel.fetchCount?.lastCodes.count ?? 0
    switch event {
    case .key(let press) where count > 0: return list.handle(press, count: count, page: count)
    case .scroll(_, _, let rows) where count > 0: list.moveSelection(by: rows, count: count)
    case .click(Self.codeTarget, let index?, _, _) where index < count: list.selection = index
    case .click(Self.buttonTarget, let index?, _, _): Action(rawValue: index).map(perform)
    default: return false
    }
    return true
  }

  private func handle(_ event: ScreenEvent, in open: FetchCounterDialog) -> Bool {
    switch event {
    case .click(Self.answerTarget, let index?, _, _) where index < open.answers.count:
      answer(index)
      return true
    case .key(let press): return editField { $0.handle(press) }
    case .paste(let text):
      return editField { field in
        field.paste(text)
        return true
      }
    default: return false
    }
  }

  private func editField(_ change: (inout TextFieldState) -> Bool) -> Bool {
    isEnteringText && dialog?.field(change) == true
  }

  /// Starts observing the stored count.
  public func appear() {
    following?.cancel()
    following = Task { [viewModel] in await viewModel.follow() }
  }

  /// Stops observing the stored count; a fetch in progress continues.
  public func disappear() {
    following?.cancel()
    following = nil
  }

  /// Whether a fetch is in progress.
  public var canCancelLoading: Bool { viewModel.state.isLoading }

  /// Cancels all fetches in progress.
  ///
  /// Fetches that have received their codes are still counted.
  public func cancelLoading() -> Bool { viewModel.cancel() }

  /// The newest stored code, untruncated if it was fetched during this run.
  var lastCode: (code: ResponseCode, fetchedAt: Date, duration: Duration)? {
    let fetch = viewModel.state.value
    guard let newest = viewModel.fetchCount?.lastCodes.first else {
      // If the count can't be read, only the last fetch is known.
      return viewModel.fetchCount == nil ? fetch.map { ($0.responseCode, $0.fetchedAt, $0.duration) } : nil
    }
    let whole = fetch.map { FetchedCode(responseCode: $0.responseCode, fetchedAt: $0.fetchedAt, duration: $0.duration) }
    let code = whole?.responseCode == newest.responseCode ? fetch?.responseCode : nil
    return (code ?? newest.responseCode, newest.fetchedAt, newest.duration)
  }

  /// The selected code, or else the newest code.
  private var copiedCode: String? {
    let codes = viewModel.fetchCount?.lastCodes ?? []
    if let selection = list.selection, codes.indices.contains(selection) {
      return codes[selection].responseCode.description
    }
    return lastCode?.code.description
  }

  private var bindings: [KeyBinding] {
    let hasCodes = viewModel.fetchCount?.lastCodes.isEmpty == false
    return [
      KeyBinding(
        KeyPress(.enter),
        label: action == .fetch ? "Fetch" : "Fetch many…",
        explanation: "Press the selected button",
        isEnabled: !viewModel.state.isLoading
      ) { [weak self] in
        guard let self else { return }
        perform(action)
      },
      KeyBinding(
        .character("m"),
        label: "Fetch many…",
        explanation: "Fetch several response codes",
        prominence: action == .fetchMany ? .help : .hint,
        isEnabled: !viewModel.state.isLoading
      ) { [weak self] in self?.perform(.fetchMany) },
      KeyBinding(
        .character("y"),
        label: "Copy code",
        explanation: "Copy the selected response code, or the last one",
        isEnabled: copiedCode != nil
      ) { [weak self] in self?.copyCode() },
      KeyBinding(
        .character("x"),
        label: "Export codes",
        explanation: "Export the recent response codes to a file",
        menu: FetchedCodesExport.Format.allCases.map { format in
          KeyChoice("Export as \(format.rawValue.uppercased())", isEnabled: hasCodes) { [weak self] in
            self?.export(format)
          }
        }
      ),
      KeyBinding(
        .character("d"),
        KeyPress(.delete),
        label: "Delete codes",
        explanation: "Delete the recent response codes, but keep the count",
        isEnabled: hasCodes
      ) { [weak self] in self?.askToDeleteCodes() },
      KeyBinding(
        KeyPress(.left),
        KeyPress(.right),
        .character("h"),
        .character("l"),
        label: "Move to other button",
        explanation: "Select the other button",
        prominence: .help
      ) { [weak self] in
        guard let self else { return }
        action = action == .fetch ? .fetchMany : .fetch
      },
    ] + .listMovement
  }

  private func bindings(of open: FetchCounterDialog) -> [KeyBinding] {
    let answers = open.answers
    let isField = isEnteringText
    var bindings = [
      KeyBinding(
        KeyPress(.enter),
        label: answers[min(selectedAnswer, answers.count - 1)],
        explanation: "Choose the selected answer"
      ) { [weak self] in
        guard let self else { return }
        answer(selectedAnswer)
      },
      KeyBinding(
        KeyPress(.tab),
        label: "Next answer",
        explanation: "Select the next answer",
        prominence: .help
      ) { [weak self] in self?.selectAnswer(1, of: answers.count) },
      KeyBinding(
        KeyPress(.tab, .shift),
        label: "Previous answer",
        explanation: "Select the previous answer",
        prominence: .help
      ) { [weak self] in self?.selectAnswer(-1, of: answers.count) },
      KeyBinding(KeyPress(.escape), label: open.dismissal, explanation: "Close the dialog") { [weak self] in
        self?.dismiss()
      },
    ]
    if case .problem = open {
      bindings.append(
        KeyBinding(.character("r"), label: "Retry", explanation: "Try again", prominence: .help) { [weak self] in
          self?.answer(0)
        }
      )
    }
    guard !isField else { return bindings }
    return bindings + [
      KeyBinding(
        KeyPress(.right),
        .character("l"),
        label: "Next answer",
        explanation: "Select the next answer",
        prominence: .hidden
      ) { [weak self] in self?.selectAnswer(1, of: answers.count) },
      KeyBinding(
        KeyPress(.left),
        .character("h"),
        label: "Previous answer",
        explanation: "Select the previous answer",
        prominence: .hidden
      ) { [weak self] in self?.selectAnswer(-1, of: answers.count) },
    ]
  }

  private func selectAnswer(_ step: Int, of count: Int) {
    selectedAnswer = (selectedAnswer + step + count) % count
  }

  private func perform(_ action: Action) {
    guard !viewModel.state.isLoading else { return }
    // Clear the selection, because the rows are about to move.
    list = ListState()
    switch action {
    case .fetch: Task { [viewModel] in await viewModel.fetch() }
    case .fetchMany: open(.times(TextFieldState("100", maximumLength: 9, isDefaultSelected: true), error: ""))
    }
  }

  private func open(_ dialog: FetchCounterDialog) {
    self.dialog = dialog
    selectedAnswer = 0
  }

  private func dismiss() {
    selectedAnswer = 0
    if viewModel.state.problem != nil { viewModel.dismissProblem() } else { dialog = nil }
  }

  private func answer(_ index: Int) {
    guard let open = openDialog else { return }
    selectedAnswer = 0
    switch (open, index) {
    case (.problem, 0): Task { [viewModel] in await viewModel.retry() }
    case (.times(let field, _), 0): fetchMany(field)
    default: dismiss()
    }
  }

  private func fetchMany(_ field: TextFieldState) {
    let text = field.text.filter { !" ,".contains($0) }
    guard let times = Int(text), FetchBatch.limits.contains(times) else {
      let limit = CountText.grouped(FetchBatch.limits.upperBound)
      dialog = .times(field, error: "Enter a number from \(FetchBatch.limits.lowerBound) to \(limit).")
      return
    }
    guard times > FetchBatch.largestUnconfirmed else { return start(times) }
    Task { [weak self, effects] in
      let isConfirmed = await effects.confirm(
        "Fetch \(CountText.grouped(times)) codes?",
        explanation: "Each code is one request to the service.",
        confirm: "Fetch"
      )
      if isConfirmed { self?.start(times) }
    }
  }

  private func start(_ times: Int) {
    dialog = nil
    Task { [viewModel, effects] in
      // A failure opens its own dialog, and the shell reports a cancellation.
      guard await viewModel.fetch(times: times) == times else { return }
      effects.show(StyledText("Fetched \(CountText.grouped(times)) codes"), tone: .positive)
    }
  }

  private func export(_ format: FetchedCodesExport.Format) {
    let export = FetchedCodesExport(codes: viewModel.fetchCount?.lastCodes ?? [])
    do {
      effects.export(name: export.name(format), contents: try export.contents(format))
    } catch {
      effects.show(StyledText("Couldn't export the codes: \(codingProblem(error))."), tone: .negative)
    }
  }

  private func askToDeleteCodes() {
    Task { [weak self, viewModel, effects] in
      guard
        await effects.confirm(
          "Delete the recent codes?",
          explanation: "The count, the daily totals and the durations are kept.",
          confirm: "Delete"
        )
      else { return }
      self?.list = ListState()
      let dropped = await viewModel.clearCodes()
      guard !dropped.isEmpty else { return }
      effects.didChange("Codes deleted.") { await viewModel.restore(dropped) }
    }
  }

  private func copyCode() {
    if let copiedCode { effects.copy(copiedCode) }
  }
}

extension FetchCounterScreen: NavigationGuard {
  /// Asks for confirmation before the program quits during a fetch; opening another screen doesn't stop the fetch.
  public func canLeave(for command: NavigationCommand) async -> GuardDecision {
    guard case .quit = command, viewModel.state.isLoading else { return .allow }
    return .confirm(LeaveConfirmation(question: "A fetch is running. Quit anyway?", confirm: "Quit"))
  }
}
