import Components

/// What stands above the chart of a coin.
extension CoinDetailScreen {
  /// The name and the price, and how old that is unless there is no room for it; then it belongs below.
  func header(
    _ content: CoinDetailViewModel.Content?,
    width: Int,
    in environment: RenderEnvironment
  ) -> (widget: any Widget, hasAge: Bool) {
    let typography = environment.theme.typography
    guard let content else { return (Text(StyledText(title, typography.title)), true) }
    let cells = CoinCells(content.currency, theme: environment.theme, glyphs: environment.glyphs)
    let coin = content.coin
    var line =
      StyledText(coin.shownName, typography.title)
      + StyledText(coin.name == coin.symbol ? "  " : " \(coin.shownSymbol)  ")
    line += cells.price(coin).styled(.bold) + StyledText(" \(content.currency)  ", typography.caption)
    if model.capabilities.hasMarketFigures { line += cells.change(coin.figures.change24h) + "  " }
    if model.includesEUR, content.currency != .eur {
      line += coin.prices[.eur] == nil ? CoinFigures.noEUR.styled(typography.caption) : cells.eur(coin)
    }
    let tags = cells.tags(coin, hasColor: environment.hasColor)
    let age = age(of: content, in: environment)
    let free = width - environment.width(of: line)
    let name = Text(line, wrapping: .truncated(.end))
    let gap = StyledText("  ")
    // Tags are among the figures, too; price and change are not cut for them, and how old these are matters more.
    let ends = [tags.isEmpty || age.isEmpty ? tags : tags + gap + age, age].filter { !$0.isEmpty }
    guard let end = ends.first(where: { environment.width(of: $0) < free }) else { return (name, age.isEmpty) }
    return (HStack(spacing: 1, children: [name.priority(1), Spacer(), Text(end)]), true)
  }

  /// How old the figures are; nothing where the notice says it.
  private func age(of content: CoinDetailViewModel.Content, in environment: RenderEnvironment) -> StyledText {
    guard !content.provenance.isStale else { return StyledText() }
    return StyledText(
      RelativeAge.text(of: content.provenance.asOf, now: model.now()),
      environment.theme.typography.caption
    )
  }

  /// What is the matter while there is something to be seen.
  func notice(in environment: RenderEnvironment) -> (any Widget)? {
    if case .failed(let problem, _?) = model.state { return FiguresNotice.failure(problem, in: environment) }
    return model.content.flatMap {
      FiguresNotice.flaws(of: $0.provenance, $0.shortfall, now: model.now(), in: environment)
    }
  }

  /// The price at the cursor, or what the chart shows.
  func readOut(withAge: Bool, in environment: RenderEnvironment) -> any Widget {
    var line = StyledText(" ")
    if let history = model.history {
      let chart = PriceChart(history, style: model.style, cursor: model.cursor, timeZone: timeZone)
      let summary =
        history.provenance.isStale
        ? "no newer prices; these came \(RelativeAge.text(of: history.provenance.asOf, now: model.now()))"
        : "\(history.points.count) prices, \(model.style.rawValue)"
      line = chart.readOut ?? StyledText(summary, environment.theme.typography.caption)
    }
    guard withAge, let content = model.content else { return Text(line) }
    let age = Text(age(of: content, in: environment))
    return HStack(spacing: 1, children: [Text(line, wrapping: .truncated(.end)).priority(1), Spacer(), age])
  }
}
