import Components
import Markets

/// A status that shows the holdings' value, the value's 24-hour change, and the time of the prices.
///
/// The value ends with `*` if some coins have no price.
@MainActor
final class AccountStatus: HeaderStatus {
  private let markets: MarketsSummaryModel

  init(_ markets: MarketsSummaryModel) { self.markets = markets }

  func update() { markets.showStored() }

  func texts(in environment: RenderEnvironment) -> [StyledText] {
    guard let account = markets.account, let total = account.total else { return [] }
    let sum = StyledText(total) + StyledText(account.unpricedCount > 0 ? "*" : "")
    var value = sum
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
    guard let time = markets.accountTime(in: environment) else { return [value] }
    // Without its age, an old value could be mistaken for the current value.
    return [value + "  " + time, markets.hasFreshAccount ? value : sum + "  " + time]
  }
}
