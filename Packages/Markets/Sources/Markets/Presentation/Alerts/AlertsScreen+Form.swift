import Components
import Navigation
import Portfolio

extension AlertsScreen {
  private var formTitle: String { form?.original == nil ? "New alert" : "Edit alert" }

  private var submitLabel: String { form?.original == nil ? "Set" : "Save" }

  var formKeys: KeyMap {
    var choose: (@MainActor (Int) -> Void)?
    if !suggestions.isEmpty { choose = { [self] in suggestions.move(by: $0) } }
    return .form(
      formTitle,
      label: suggestions.isEmpty ? submitLabel : "Choose",
      explanation: suggestions.isEmpty ? "Set the alert" : "Choose the coin",
      submit: { [self] in
        if let coin = suggestions.choice { take(coin) } else { submit() }
      },
      move: { [self] in move(by: $0) },
      choose: choose,
      leave: { [self] in leaveForm() }
    )
  }

  func handleForm(_ event: ScreenEvent) -> Bool {
    let before = form?.state.text(.coin).text
    switch event {
    case .key(let press): guard form?.handle(press) == true else { return false }
    case .paste(let text): form?.paste(text)
    case .click(FormPanel.buttonTarget(Self.formTarget), let index, _, _):
      if index == 0 { submit() } else { leaveForm() }
    case .click(Self.suggestionTarget, let index?, _, _):
      suggestions.highlight(index)
      if let coin = suggestions.choice { take(coin) }
    case .click(Self.formTarget, let index?, _, _):
      move(by: 0)
      form?.select(index)
    case .click(Self.kindTarget, let index?, _, _):
      move(by: 0)
      form?.choose(index)
    case .click, .scroll, .drag: return false
    }
    if form?.chosenCoin == nil, form?.state.text(.coin).text != before { suggest() }
    return true
  }

  /// Finds coins for the typed text; only the latest text's matches are shown.
  private func suggest() {
    guard let form else { return }
    let number = latestSuggestions.begin()
    latestSuggestions.start { [self] in
      let found = await model.suggestions(for: form.state.word(.coin), in: form.currency)
      if latestSuggestions.isLatest(number), self.form?.state.selected == .coin { suggestions = found }
    }
  }

  /// Opens a form, and shows the latest price of its coin.
  func open(_ form: AlertForm?) {
    self.form = form
    loadPrice()
  }

  /// Shows the latest price of the form's coin.
  ///
  /// If the price can't be loaded, the form shows none. A price for an earlier form or coin is ignored.
  private func loadPrice() {
    latestPrice.cancel()
    guard let form, let coin = form.coin else { return }
    latestPrice.start { [self] in
      let number = latestPrice.begin()
      let price = await model.price(of: coin, in: form.currency)
      if let price, latestPrice.isLatest(number) { self.form?.show(price, of: coin) }
    }
  }

  private func take(_ coin: Coin) {
    form?.choose(coin)
    form?.selectLimit()
    loadPrice()
    endSuggestions()
  }

  /// Fills in the highlighted coin, if there is one, before moving to another field.
  private func move(by distance: Int) {
    if let coin = suggestions.choice {
      form?.choose(coin)
      loadPrice()
    }
    form?.move(by: distance)
    endSuggestions()
  }

  private func endSuggestions() {
    _ = latestSuggestions.begin()
    suggestions = CoinSuggestions()
  }

  /// Sets the alert; if the store refuses it, the form stays open and shows the reason.
  private func submit() {
    guard let current = form, !isWriting else { return }
    endSuggestions()
    isWriting = true
    writing = Task {
      defer { isWriting = false }
      do throws(AlertForm.Problem) {
        let request = try current.request()
        let undo = try await model.save(request, replacing: current.original)
        form = nil
        effects.didChange(current.original == nil ? "Alert set." : "Alert changed.", undo: undo)
      } catch {
        form?.refuse(error)
      }
    }
  }

  /// Cancels a running coin lookup, or closes the form, asking for confirmation first if the form has input.
  private func leaveForm() {
    guard !isWriting else {
      writing?.cancel()
      return
    }
    guard form?.hasInput == true else {
      endSuggestions()
      form = nil
      return
    }
    question = .leavingForm { [weak self] in
      self?.endSuggestions()
      self?.form = nil
    }
  }

  func askToRemove() {
    let alerts = model.list.chosenItems
    guard let first = alerts.first else { return }
    let rest = alerts.count > 1 ? " and \(alerts.count - 1) more" : ""
    question = Confirmation(
      title: alerts.count == 1 ? "Delete this alert?" : "Delete \(alerts.count) alerts?",
      message: AlertText.condition(first.request) + rest,
      decline: "Keep",
      confirm: "Delete"
    ) { [model, effects] in
      Task {
        do throws(AlertError) {
          let (count, undo) = try await model.remove(alerts)
          guard count > 0 else {
            effects.show("Already deleted.", tone: .information)
            return
          }
          effects.didChange(StyledText(count == 1 ? "Alert deleted." : "\(count) alerts deleted."), undo: undo)
        } catch {
          effects.show(StyledText(error.description), tone: .warning)
        }
      }
    }
  }

  func panel(_ form: AlertForm, in environment: RenderEnvironment) -> FormPanel {
    let fields = form.state.fields.enumerated().map { index, field -> Form.Field in
      let isFocused = field == form.state.selected
      let state: ControlState = isFocused ? .focused : .normal
      func targeted(_ control: any Widget) -> any Widget { control.targeted(Self.formTarget, index: index) }
      let error = form.state.problems[field] ?? ""
      switch field {
      case .coin:
        let text = TextField(form.state.text(.coin), prompt: "Name, symbol or ID", state: state)
        let found = isFocused ? suggestions.lines(target: Self.suggestionTarget, in: environment) : []
        let control = VStack(spacing: 0, children: [targeted(text)] + found)
        return Form.Field("Coin", control: control, error: error, isFocused: isFocused)
      case .condition:
        let tabs = TabBar(
          AlertForm.Kind.allCases.map(\.words),
          selected: AlertForm.Kind.allCases.firstIndex(of: form.kind) ?? 0,
          isFocused: isFocused,
          target: Self.kindTarget
        )
        let note =
          "\(environment.key(KeyPress(.left))) and \(environment.key(KeyPress(.right))) choose another condition"
        return Form.Field("When it", control: tabs, note: note, isFocused: isFocused)
      case .limit:
        let name = form.kind.isChange ? "By (%)" : "Price (\(form.currency.code))"
        return Form.Field(
          name,
          control: targeted(TextField(form.state.text(.limit), state: state)),
          note: form.limitNote(now: model.now(), environment.glyphs),
          error: error,
          isFocused: isFocused
        )
      case .repetition:
        return Form.Field(
          "Only once",
          control: targeted(Toggle("", isOn: form.isOnce, state: state)),
          isFocused: isFocused
        )
      }
    }
    return FormPanel(
      title: formTitle,
      target: Self.formTarget,
      fields: fields,
      submitLabel: submitLabel,
      isSubmitting: isWriting
    )
  }
}

extension AlertsScreen: NavigationGuard {
  func canLeave(for command: NavigationCommand) async -> GuardDecision {
    form?.hasInput == true ? .confirm(Confirmation.leaveQuestion) : .allow
  }
}
