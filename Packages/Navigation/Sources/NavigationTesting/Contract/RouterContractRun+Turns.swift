import Navigation

extension RouterContractRun {
  func obeysInterceptors() async throws {
    scene.configuration.rewriteLimit = 3
    scene.configuration.interceptors = [
      NavigationInterceptor("sign-in") { command, _ in
        command.targets.contains { $0.id == ContractItem.id } ? .rewrite(.popup(ContractNote("sign in"))) : .proceed
      },
      NavigationInterceptor("stop") { command, _ in command == .home ? .block(reason: "Closed.") : .proceed },
      NavigationInterceptor("loop") { command, _ in
        command.target?.id == ContractChoice.id ? .rewrite(.push(ContractChoice())) : .proceed
      },
    ]
    let router = try router()
    try await moves(router, .push(ContractItem(1)), to: [home, note("sign in")])
    try equal(
      router.breadcrumbs.last?.rewrites,
      [NavigationRewrite(interceptor: "sign-in", command: .popup(ContractNote("sign in")))],
      "the recorded rewriting"
    )
    try await stays(router, .open(link: "items/1"), .unchanged(.alreadyShown))
    try await stays(router, .home, .blocked(by: "stop", reason: "Closed."))
    let rewrite = NavigationRewrite(interceptor: "loop", command: .push(ContractChoice()))
    try await stays(router, .push(ContractChoice()), .rewrittenTooOften(Array(repeating: rewrite, count: 4)))
  }

  func deliversAnswers() async throws {
    let router = try router()
    let queue = scene.queue
    let made = scene.made
    let gate = Gate()

    made.onMake = { screen in if screen.name == "choice" { gate.open() } }
    async let chosen = queue.ask(ContractChoice())
    await gate.wait()
    made.choices[0].finish(with: 7)
    made.choices[0].finish(with: 8)
    try equal(await chosen, .answered(7), "the answer")
    await settle(router)
    try holds(router, [home])

    let secondGate = Gate()
    made.onMake = { _ in secondGate.open() }
    async let dismissed = queue.ask(ContractChoice(), in: .page)
    await secondGate.wait()
    _ = await router.perform(.back())
    try equal(await dismissed, .dismissed, "the answer of a screen that was left")

    let refusal = await queue.ask(ContractNote(""))
    guard case .notShown(.payloadRejected) = refusal else {
      throw RouterContractViolation(clause: clause, observation: "asking what can't be shown gave \(refusal)")
    }
  }

  func quits() async throws {
    let router = try router()
    _ = await router.perform(.push(ContractItem(1)))
    try await stays(router, .quit, .quit)
    try await stays(router, .back(), .closed)
    try equal(router.force(.home), .closed, "forcing a move after quitting")
    try holds(router, [home, item(1)])
  }

  func recordsEverything() async throws {
    let router = try router()
    let stream = router.events()
    for number in 1...50 { scene.queue.send(.push(ContractItem(number))) }
    scene.queue.send(.home)
    scene.queue.send(.back())
    await settle(router)
    var events: [NavigationEvent] = []
    for await event in stream {
      events.append(event)
      if events.count == 53 { break }
    }
    let expected: [NavigationCommand] = (1...50).map { .push(ContractItem($0)) } + [.home, .back(), .back(steps: 0)]
    try equal(events.map(\.command), expected, "what was recorded")
    try equal(events.map(\.number), Array(1...53), "the numbers of the events")
    try equal(events[51].outcome, .atRoot, "the outcome of the last command but one")
    try equal(router.breadcrumbs, events, "the breadcrumbs")
  }
}
