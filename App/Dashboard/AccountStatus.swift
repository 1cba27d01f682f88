import Components
import Markets

/// A status with the value of the holdings, the change over 24 hours and the time of the prices.
@MainActor
final class AccountStatus: HeaderStatus {
  private let markets: MarketsSummaryModel

  init(_ markets: MarketsSummaryModel) { self.markets = markets }

  func update() { markets.showStored() }

  func texts(in environment: RenderEnvironment) -> [StyledText] {
    guard let account = markets.account, let total = account.total else { return [] }
    var value = StyledText(total)
    if let percent = account.dayChangePercent {
      let (glyphs, typography) = (environment.glyphs, environment.theme.typography)
      let change =
        switch account.direction {
        case 0: StyledText(percent, typography.caption)
        case 1...: StyledText("\(glyphs.upMark) \(percent)", typography.positive)
        default: StyledText("\(glyphs.downMark) \(percent)", typography.negative)
        }
      value += " " + change
    }
    return [markets.accountTime(in: environment).map { value + "  " + $0 }, value].compactMap { $0 }
  }
}
