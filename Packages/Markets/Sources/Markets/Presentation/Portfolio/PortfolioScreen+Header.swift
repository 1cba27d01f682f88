import Components
import Portfolio

/// The sums above the lists of the portfolio.
extension PortfolioScreen {
  /// The sums that there is room for, none of them cut, and what they are in; in few columns that has a line of its own where there are lines.
  func header(size: Size, in environment: RenderEnvironment) -> [any Widget] {
    let typography = environment.theme.typography
    guard let content = model.content else { return [Text(StyledText(title, typography.title))] }
    let cells = HoldingCells(content.account.currency, theme: environment.theme, glyphs: environment.glyphs)
    let value = content.account
    // The order is that of the line; the number says which is left out last.
    let sums: [(name: String, amount: StyledText, importance: Int)] = [
      ("Total", StyledText(cells.money(value.total).plainText, .bold), 4), ("Cost", cells.money(value.cost), 2),
      ("Unrealised", cells.gain(value.unrealized), 3), ("Realised", cells.gain(value.realized), 1),
    ]
    func line(_ least: Int) -> StyledText {
      sums.filter { $0.importance >= least }
        .map { StyledText("\($0.name) ", typography.label) + $0.amount }
        .joined(separator: "  ")
    }
    let least = (1...4).first { environment.width(of: line($0)) <= size.width } ?? 4
    let sumsLine = line(least)
    let caption = caption(content, in: environment)
    let first = Text(sumsLine, wrapping: .truncated(.end))
    if environment.width(of: sumsLine) + environment.width(of: caption) < size.width {
      return [HStack(spacing: 1, children: [first.priority(1), Spacer(), Text(caption)])]
    }
    guard size.height >= Self.leastHeightOfCaption else { return [first] }
    return [first, Text(caption, wrapping: .truncated(.end))]
  }

  private static let leastHeightOfCaption = 14

  private func caption(_ content: PortfolioViewModel.Content, in environment: RenderEnvironment) -> StyledText {
    var words = [content.currency.code, model.method.rawValue]
    if let provenance = content.quotes.provenance {
      words.append(RelativeAge.text(of: provenance.asOf, now: model.now()))
    }
    return StyledText(
      words.joined(separator: " \(environment.glyphs.middleDot) "),
      environment.theme.typography.caption
    )
  }

  /// Whether the ledger itself is the matter.
  var isLedgerDamaged: Bool {
    if case .failed = model.state { true } else { model.content?.problem != nil }
  }

  /// What is the matter while there is something to be seen.
  func notice(in environment: RenderEnvironment) -> (any Widget)? {
    let typography = environment.theme.typography
    func warning(_ words: String) -> any Widget {
      Text(StyledText("\(environment.glyphs.warningMark) \(words)", typography.warning), wrapping: .truncated(.end))
    }
    guard let content = model.content else { return nil }
    if case .failed(let problem, _) = model.state { return Text(StyledText(problem, typography.error)) }
    if let problem = content.problem {
      return warning(content.problemCount > 1 ? "\(content.problemCount) lines are not counted. \(problem)" : problem)
    }
    if let shortfall = content.quotes.shortfall {
      return warning("Prices are missing: \(MarketsProblem(shortfall, now: model.now()).message)")
    }
    if model.isLoading { return Spinner("Asking for prices") }
    if let provenance = content.quotes.provenance, provenance.isStale {
      return warning("No newer prices; these came \(RelativeAge.text(of: provenance.asOf, now: model.now()))")
    }
    let missing = content.account.missingPrices.map { $0.symbol.uppercased() }
    return missing.isEmpty ? nil : warning("No price in \(content.currency) of \(missing.joined(separator: ", "))")
  }
}
