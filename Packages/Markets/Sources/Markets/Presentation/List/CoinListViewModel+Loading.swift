import Components
import Foundation
import Portfolio

/// Loading pages, the latest of which wins, and what comes with them.
extension CoinListViewModel {
  /// Loads the pages that are shown; returns when they are there or were superseded.
  public func load(_ policy: LoadPolicy = .stored) async {
    generation += 1
    let number = generation
    let previous = content
    state = .loading(previous: previous)
    do throws(MarketsError) {
      var loaded: Content?
      for page in 1...pageCount {
        let answer = try await fetch.execute(query(page, policy))
        guard number == generation else { return }
        loaded = loaded?.adding(answer) ?? Content(first: answer, includesEUR: includesEUR)
        guard answer.hasMore else { break }
      }
      guard let loaded else { return }
      let shown = show(loaded)
      await updateAccount(shown, number)
      await checkAlerts(shown, policy)
    } catch {
      guard number == generation else { return }
      state = .failed(MarketsProblem(error, now: now()), previous: previous)
    }
  }

  /// Loads the next page, if there is one and none is on its way.
  public func loadMore() async {
    guard !isLoadingMore, case .loaded(let content) = state, content.hasMore else { return }
    isLoadingMore = true
    defer { isLoadingMore = false }
    generation += 1
    let number = generation
    // The first page is small; the next ones begin anew with larger ones, of which the first has those coins, too.
    let isFirst = pageSize == firstPageSize && firstPageSize < Self.laterPageSize
    if isFirst { pageSize = Self.laterPageSize }
    let page = isFirst ? 1 : pageCount + 1
    do throws(MarketsError) {
      let answer = try await fetch.execute(query(page, .stored))
      guard number == generation else { return }
      pageCount = page
      await updateAccount(show(content.adding(answer)), number)
    } catch {
      guard number == generation else { return }
      if isFirst { pageSize = firstPageSize }
      state = .failed(MarketsProblem(error, now: now()), previous: content)
    }
  }

  /// Does work in place of whatever is being loaded.
  func start(_ work: @escaping @MainActor () async -> Void) {
    loading?.cancel()
    loading = Task { await work() }
  }

  private func query(_ page: Int, _ policy: LoadPolicy) -> CoinQuery {
    CoinQuery(currency: currency, page: page, pageSize: pageSize, includesEUR: includesEUR, policy: policy)
  }

  /// Shows coins, and tells which: of those that a source names twice the first.
  private func show(_ content: Content) -> Content {
    var content = content
    list(content)
    // The table has found the ids of all coins anyway; looking for the same ones before it would take as long again.
    if !table.hasUniqueIDs {
      content.keepEachOnce()
      list(content)
    }
    state = content.coins.isEmpty ? .empty(content.provenance) : .loaded(content)
    return content
  }

  private func list(_ content: Content) {
    listing = CoinListing(content.coins, currency: content.currency, filter: listing.filter, sort: listing.sort)
    let rows = content.coins.indices.map { Row(id: content.coins[$0].id, index: $0) }
    table.update(rows, filter: filter, ordering: ordering)
  }

  func updateAccount(_ content: Content, _ number: Int) async {
    guard let holdings else { return }
    do {
      let held = try await holdings.holdings()
      var prices: [CoinID: Decimal] = [:]
      for coin in content.coins { prices[coin.id] = coin.prices[content.currency] }
      // What is not in the list takes as few requests as can be, and none after one that failed. A coin that vanished has no price, which the
      // sum then says.
      let others = held.filter { $0.amount != 0 && prices[$0.coin] == nil }.map(\.coin)
      let quotes = await fetchQuotes.execute(others.map(\.description), currency: content.currency)
      for (id, price) in quotes.prices(in: content.currency) { CoinID(id).map { prices[$0] = price } }
      guard number == generation else { return }
      account = HoldingsTotal(held, in: content.currency) { prices[$0] }
    } catch {
      guard number == generation else { return }
      account = nil
      onTrouble?("What you have can't be read: \(error)")
    }
  }

  private func checkAlerts(_ content: Content, _ policy: LoadPolicy) async {
    guard let alerts else { return }
    let page = CoinPage(
      coins: content.coins,
      currency: content.currency,
      hasMore: content.hasMore,
      provenance: content.provenance
    )
    // Old prices would tell of what happened long ago.
    guard !content.provenance.isStale else { return }
    switch await alerts.check(page, policy) {
    case .success(let evaluation):
      for fired in evaluation.fired { onAlert?(AlertText.fired(fired)) }
      tell(evaluation.unchecked)
    case .failure(let error): onTrouble?("\(error)")
    }
  }

  /// Tells once of alerts that can't be checked, as those of coins that vanished.
  private func tell(_ unchecked: [UncheckedAlert]) {
    let new = unchecked.filter { uncheckedAlerts.insert($0.alert.id).inserted }
    guard let first = new.first else { return }
    let rest = new.count > 1 ? " So it is with \(new.count - 1) more." : ""
    onTrouble?(first.description + rest)
  }

  func beginRefreshing() {
    guard refreshing == nil else { return }
    refreshing = Task { [weak self, clock, interval] in
      while !Task.isCancelled {
        do {
          try await clock.sleep(for: interval)
        } catch {
          return
        }
        // Nobody is left to refresh for, also where the list was never told that it disappears.
        guard let self else { return }
        await refreshIfAllowed()
      }
    }
  }

  private func refreshIfAllowed() async {
    if case .loading = state { return }
    if case .failed(let problem, _) = state, case .rateLimited(let next?, _) = problem.error,
      RateLimitGate.isWaiting(until: next, now: now())
    {
      return
    }
    if let next = content?.provenance.nextTry, RateLimitGate.isWaiting(until: next, now: now()) { return }
    // In a task of its own, so that what is on its way is shown also when the interval changes meanwhile.
    start { await self.load(.refreshed) }
    await loading?.value
  }
}

extension CoinListViewModel.Content {
  /// With the coins of a first page.
  fileprivate init(first page: CoinPage, includesEUR: Bool) {
    self.init(
      coins: page.coins,
      currency: page.currency,
      includesEUR: includesEUR,
      provenance: page.provenance,
      hasMore: page.hasMore,
      shortfall: page.shortfall
    )
  }

  /// Leaves out the coins that a source names a second time.
  fileprivate mutating func keepEachOnce() {
    var known: Set<CoinID> = []
    coins.removeAll { !known.insert($0.id).inserted }
  }

  /// With the coins of a further page; of a coin that is in both the newer one counts.
  fileprivate func adding(_ page: CoinPage) -> Self {
    var result = self
    var places: [CoinID: Int] = [:]
    for (index, coin) in coins.enumerated() { places[coin.id] = index }
    for coin in page.coins {
      if let place = places[coin.id] { result.coins[place] = coin } else { result.coins.append(coin) }
    }
    result.provenance = provenance.joined(with: page.provenance)
    result.hasMore = page.hasMore
    result.shortfall = shortfall ?? page.shortfall
    return result
  }
}
