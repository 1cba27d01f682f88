import Navigation

extension RouterContractRun {
  func startsAtHome() async throws {
    let router = try router()
    try holds(router, [home])
    try equal(scene.made.screens.map(\.name), ["home"], "what was made")
  }

  func addsPagesAndPopups() async throws {
    let router = try router()
    try await moves(router, .push(ContractItem(1)), to: [home, item(1)])
    try await moves(router, .popup(ContractNote("menu")), to: [home, item(1), note("menu")])
    try equal(router.stack.popups.count, 1, "the number of popups")
    try await moves(router, .push(ContractItem(2)), to: [home, item(1), item(2)])
    try await stays(router, .dismissPopup, .unchanged(.noPopup))
  }

  func reusesTheTop() async throws {
    let router = try router()
    try await moves(router, .push(ContractItem(1)), to: [home, item(1)])
    let entry = router.stack.top.id
    try await stays(router, .push(ContractItem(1)), .unchanged(.alreadyShown))
    try await moves(router, .push(ContractItem(1, mode: "list")), to: [home, item(1, "list")])
    try equal(router.stack.top.id, entry, "the entry on top")
    try equal(screen("item 1").updates, 1, "the number of updates")
    try await moves(router, .push(ContractNote("a")), to: [home, item(1, "list"), note("a")])
    try await moves(router, .push(ContractNote("b")), to: [home, item(1, "list"), note("b")])
    try equal(screen("note a").departures.count, 1, "how often the replaced screen was asked")
  }

  func bringsBack() async throws {
    let router = try router()
    for number in 1...3 { _ = await router.perform(.push(ContractItem(number))) }
    try await moves(router, .push(ContractItem(1, mode: "x"), policy: .bringBack), to: [home, item(1, "x")])
    try equal(screen("item 1").updates, 1, "the number of updates")
    try await moves(router, .push(ContractItem(4), policy: .bringBack), to: [home, item(1, "x"), item(4)])
    try await moves(router, .push(ContractHome(), policy: .bringBack), to: [home])
  }

  func addsAlways() async throws {
    let router = try router()
    try await moves(router, .push(ContractItem(1), policy: .always), to: [home, item(1)])
    try await moves(router, .push(ContractItem(1), policy: .always), to: [home, item(1), item(1)])
  }

  func goesBackInOrder() async throws {
    let router = try router()
    try await stays(router, .back(), .atRoot)
    for number in 1...4 { _ = await router.perform(.push(ContractItem(number))) }
    _ = await router.perform(.popup(ContractNote("menu")))
    let pages = [home, item(1), item(2), item(3), item(4)]
    try await moves(router, .back(), to: pages)
    try await moves(router, .back(steps: 2), to: Array(pages[..<3]))
    try await moves(router, .popTo(ContractItem.self), to: Array(pages[..<2]), after: .push(ContractNote("n")))
    try await stays(router, .popTo(ContractNote.self), .notOnStack(ContractNote.id))
    try await moves(router, .back(steps: .max), to: [home])
  }

  /// Performs one command before the one that is looked at.
  private func moves(
    _ router: any Routing,
    _ command: NavigationCommand,
    to stack: [NavigationTarget],
    after first: NavigationCommand
  ) async throws {
    _ = await router.perform(.back())
    _ = await router.perform(first)
    try await moves(router, command, to: stack)
  }

  func goesHome() async throws {
    let router = try router()
    try await stays(router, .home, .unchanged(.alreadyShown))
    _ = await router.perform(.push(ContractItem(1)))
    _ = await router.perform(.popup(ContractNote("menu")))
    try await moves(router, .home, to: [home])
    _ = await router.perform(.push(ContractItem(1)))
    try await moves(router, .newHome(ContractNote("new")), to: [note("new")])
    try await stays(router, .newHome(ContractNote("new")), .unchanged(.alreadyShown))
  }

  func refusesWhatItCantShow() async throws {
    let router = try router()
    try await stays(
      router,
      .push(ContractStranger()),
      .unknown(ContractStranger.id, suggestions: [ContractItem.id, ContractHome.id, ContractNote.id])
    )
    let rejection = PayloadRejection(id: ContractNote.id, position: 1, reason: "A note says something.")
    try await stays(router, .push(ContractNote("")), .payloadRejected(rejection))
  }

  func limitsDepth() async throws {
    scene.configuration.depthLimit = 3
    let router = try router()
    for number in 1...2 { _ = await router.perform(.push(ContractItem(number))) }
    try await stays(router, .push(ContractItem(3)), .tooDeep(limit: 3))
    try await stays(router, .popup(ContractItem(3)), .tooDeep(limit: 3))
    try await moves(router, .newHome(ContractItem(3)), to: [item(3)])
  }

  func opensLinks() async throws {
    let router = try router()
    try await moves(router, .open(link: "items/7?mode=list"), to: [home, note("list"), item(7, "list")])
    try await stays(router, .open(link: "/items/7/?mode=list"), .unchanged(.alreadyShown))
    let list = router.stack.entries[1].id
    try await moves(router, .open(link: "items/8"), to: [home, note("list"), item(8)])
    try equal(router.stack.entries[1].id, list, "the list that was there")
    try await moves(router, .open(link: "home"), to: [home])
    try await stays(router, .open(link: "items/%"), .linkRejected(.malformedPercentCode(offset: 6)))
    let unknown = DeepLinkError.unknownPath("itmes/1", suggestions: ["items/:item?mode"])
    try await stays(router, .open(link: "itmes/1"), .linkRejected(unknown))
  }
}
