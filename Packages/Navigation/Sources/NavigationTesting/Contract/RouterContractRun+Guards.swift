import Navigation

extension RouterContractRun {
  func asksTopFirst() async throws {
    let router = try router()
    for number in 1...3 { _ = await router.perform(.push(ContractItem(number))) }
    _ = await router.perform(.popup(ContractNote("menu")))
    var asked: [String] = []
    for screen in scene.made.screens {
      screen.guardAnswer = { _ in
        asked.append(screen.name)
        return .allow
      }
    }
    _ = await router.perform(.home)
    try equal(asked, ["note menu", "item 3", "item 2", "item 1"], "who was asked")
  }

  func asksForEveryCommand() async throws {
    let removing: [NavigationCommand] = [
      .back(), .back(steps: 9), .popTo(ContractHome.self), .push(ContractHome(), policy: .bringBack), .home,
      .newHome(ContractNote("new")), .open(link: "home"), .show(path: [home], base: .root), .restore(path: [home]),
      .quit,
    ]
    let router = try router()
    _ = await router.perform(.push(ContractItem(1)))
    let screen = try screen("item 1")
    screen.guardAnswer = { _ in .deny(reason: "Not yet.") }
    for (index, command) in removing.enumerated() {
      try await stays(router, command, .refused(by: ContractItem.id, reason: "Not yet."))
      try equal(screen.departures.count, index + 1, "how often the screen was asked by “\(command)”")
    }
  }

  func keepsRefusedScreens() async throws {
    let router = try router()
    for number in 1...3 { _ = await router.perform(.push(ContractItem(number))) }
    try screen("item 2").guardAnswer = { _ in .deny(reason: "Unsaved.") }
    try await stays(router, .home, .refused(by: ContractItem.id, reason: "Unsaved."))
    try equal(screen("item 3").departures.count, 1, "how often the screen above was asked")
    try equal(screen("item 1").departures.count, 0, "how often the screen below was asked")
  }

  func asksThePerson() async throws {
    var questions: [LeaveConfirmation] = []
    scene.configuration.confirm = { confirmation in
      questions.append(confirmation)
      return questions.count == 2
    }
    let router = try router()
    _ = await router.perform(.push(ContractItem(1)))
    let confirmation = LeaveConfirmation(question: "Discard the draft?")
    try screen("item 1").guardAnswer = { _ in .confirm(confirmation) }
    let refusal = await router.perform(.back())
    guard case .refused(by: ContractItem.id, _) = refusal else {
      throw RouterContractViolation(clause: clause, observation: "after a no: \(refusal)")
    }
    try await moves(router, .back(), to: [home])
    try equal(questions, [confirmation, confirmation], "what the person was asked")
  }

  func queuesWhileWaiting() async throws {
    let router = try router()
    _ = await router.perform(.push(ContractItem(1)))
    let queue = scene.queue
    var inner: NavigationOutcome?
    try screen("item 1").guardAnswer = { _ in
      queue.send(.push(ContractItem(2)))
      inner = await router.perform(.push(ContractItem(3)))
      return .allow
    }
    try await moves(router, .back(), to: [home])
    try equal(inner, .queued, "what the guard's own command led to")
    await settle(router)
    try holds(router, [home, item(2), item(3)])
  }

  func looksAgainAfterWaiting() async throws {
    let router = try router()
    for number in 1...2 { _ = await router.perform(.push(ContractItem(number))) }
    let first = try screen("item 1")
    let second = try screen("item 2")
    second.guardAnswer = { _ in
      if second.departures.count == 1 { router.force(.push(ContractItem(3), policy: .always)) }
      return .allow
    }
    try await moves(router, .home, to: [home])
    try equal(second.departures.count, 1, "how often the waiting screen was asked")
    try equal(first.departures.count, 1, "how often the screen below was asked")
    try equal(screen("item 3").departures.count, 1, "how often the screen was asked that came meanwhile")

    _ = await router.perform(.push(ContractItem(4)))
    try screen("item 4").guardAnswer = { _ in
      router.force(.newHome(ContractNote("signed out")))
      return .allow
    }
    try equal(await router.perform(.back()), .superseded, "going back from a screen that is gone")
    try holds(router, [note("signed out")])
  }

  func givesUp() async throws {
    let router = try router()
    _ = await router.perform(.push(ContractItem(1)))
    let gate = Gate()
    try screen("item 1").guardAnswer = { _ in
      router.cancelPending()
      gate.open()
      return .allow
    }
    try await stays(router, .back(), .cancelled)
    await gate.wait()
    try screen("item 1").guardAnswer = { _ in .allow }
    try await moves(router, .back(), to: [home])
  }
}
