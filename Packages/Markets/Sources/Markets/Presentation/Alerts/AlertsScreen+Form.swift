import Components
import Navigation
import Portfolio

/// The form that sets and edits alerts, and the question before some are deleted.
extension AlertsScreen {
  private var formTitle: String { form?.original == nil ? "New alert" : "Edit alert" }

  private var submitLabel: String { form?.original == nil ? "Set" : "Save" }

  var formKeys: KeyMap {
    .form(
      formTitle,
      label: submitLabel,
      explanation: "Set the alert",
      submit: { [self] in Task { await submit() } },
      move: { [self] in form?.move(by: $0) },
      leave: { [self] in leaveForm() }
    )
  }

  func handleForm(_ event: ScreenEvent) -> Bool {
    switch event {
    case .key(let press): return form?.handle(press) ?? false
    case .paste(let text): form?.paste(text)
    case .click(FormPanel.buttonTarget(Self.formTarget), let index, _, _):
      if index == 0 { Task { await submit() } } else { leaveForm() }
    case .click(Self.formTarget, let index?, _, _): form?.select(index)
    case .click(Self.kindTarget, let index?, _, _): form?.choose(index)
    case .click, .scroll, .drag: return false
    }
    return true
  }

  /// Sets the alert; after a refusal the form stays open with the reason.
  private func submit() async {
    guard let current = form, !isWriting else { return }
    isWriting = true
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

  private func leaveForm() {
    guard form?.hasInput == true else {
      form = nil
      return
    }
    question = .leavingForm { [weak self] in self?.form = nil }
  }

  /// Asks before the chosen alerts are deleted together.
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
        if let problem = await model.remove(alerts) {
          effects.show(StyledText(problem), tone: .warning)
        } else {
          let message = alerts.count == 1 ? "Alert deleted." : "\(alerts.count) alerts deleted."
          effects.didChange(StyledText(message)) { await model.restore(alerts) }
        }
      }
    }
  }

  func panel(_ form: AlertForm) -> FormPanel {
    let fields = form.state.fields.enumerated().map { index, field -> Form.Field in
      let isFocused = field == form.state.selected
      let state: ControlState = isFocused ? .focused : .normal
      func targeted(_ control: any Widget) -> any Widget { control.targeted(Self.formTarget, index: index) }
      let error = form.state.problems[field] ?? ""
      switch field {
      case .coin:
        let control = TextField(form.state.text(.coin), prompt: "Name, symbol or id", state: state)
        return Form.Field("Coin", control: targeted(control), error: error, isFocused: isFocused)
      case .condition:
        let tabs = TabBar(
          AlertForm.Kind.allCases.map(\.words),
          selected: AlertForm.Kind.allCases.firstIndex(of: form.kind) ?? 0,
          isFocused: isFocused,
          target: Self.kindTarget
        )
        let note = "Left and right choose another condition"
        return Form.Field("When it", control: tabs, note: note, isFocused: isFocused)
      case .limit:
        let isShare = form.kind == .rises || form.kind == .falls
        let name = isShare ? "By (%)" : "Price (\(form.currency.code))"
        return Form.Field(
          name,
          control: targeted(TextField(form.state.text(.limit), state: state)),
          note: isShare ? form.baselineText : "",
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
      selected: form.state.fields.firstIndex(of: form.state.selected) ?? 0,
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
