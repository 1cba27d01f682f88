import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

/// Tests that amounts and changes have a sign, a mark and a color for their direction.
@Suite("Cells for amounts and changes")
struct CellTests {
  enum Style: Sendable {
    case plain, caption, positive, negative, warning, bold
  }

  private static let theme = Theme.dark

  private static func text(_ text: String, _ style: Style) -> StyledText {
    let typography = theme.typography
    return switch style {
    case .plain: StyledText(text)
    case .caption: StyledText(text, typography.caption)
    case .positive: StyledText(text, typography.positive)
    case .negative: StyledText(text, typography.negative)
    case .warning: StyledText(text, typography.warning)
    case .bold: StyledText(text, .bold)
    }
  }

  private static func decimal(_ text: String?) -> Decimal? {
    text.flatMap { Decimal(string: $0, locale: Locale(identifier: "en_US_POSIX")) }
  }

  @Test(
    "marks and colors a price change, unless it rounds to zero",
    arguments: [
      ("2.5", "▲ +2.50\u{A0}%", "▲ 2.50", .positive), ("-12.34", "▼ -12.34\u{A0}%", "▼ 12.34", .negative),
      ("0.004", "0.00\u{A0}%", "0.00", .caption), ("-0.004", "0.00\u{A0}%", "0.00", .caption),
      ("0.006", "▲ +0.01\u{A0}%", "▲ 0.01", .positive), ("0", "0.00\u{A0}%", "0.00", .caption),
      (nil, "–", "–", .caption),
    ] as [(String?, String, String, Style)]
  )
  func changes(percent: String?, long: String, short: String, style: Style) {
    let cells = CoinCells(.aud, theme: Self.theme)
    #expect(cells.change(Self.decimal(percent)) == Self.text(long, style))
    #expect(cells.shortChange(Self.decimal(percent)) == Self.text(short, style))
  }

  @Test(
    "colors a gain and its percentage by their direction, unless they round to zero or are unknown",
    arguments: [
      ("5", "+$5.00", "▲ +$5.00", "+5.00\u{A0}%", .positive), ("-5", "-$5.00", "▼ -$5.00", "-5.00\u{A0}%", .negative),
      ("0", "$0.00", "$0.00", "0.00\u{A0}%", .caption),
    ] as [(String, String, String, String, Style)]
  )
  func gains(value: String, gain: String, marked: String, percent: String, style: Style) throws {
    let cells = HoldingCells("aud", theme: Self.theme)
    let value = try #require(Self.decimal(value))
    #expect(cells.gain(value) == Self.text(gain, style))
    #expect(cells.markedGain(value) == Self.text(marked, style))
    #expect(cells.percent(value) == Self.text(percent, style))
    let sale = GainCells(currency: "aud", method: .fifo, timeZone: .gmt, theme: Self.theme)
    #expect(sale.gain(value) == Self.text(gain, style))
  }

  @Test("names unknown gains and costs, and shows a dash for unknown amounts")
  func unknown() {
    let cells = HoldingCells("aud", theme: Self.theme)
    #expect(cells.gain(nil as Decimal?) == Self.text("unknown", .caption))
    #expect(cells.cost(nil) == Self.text("unknown", .caption))
    #expect(cells.cost(5) == Self.text("$5.00", .plain))
    #expect(cells.money(nil) == Self.text("–", .plain))
    #expect(cells.percent(nil) == Self.text("–", .plain))
    #expect(cells.share(nil) == Self.text("–", .caption))
    #expect(cells.allocation(nil) == Self.text("–", .caption))
    let sale = GainCells(currency: "aud", method: .fifo, timeZone: .gmt, theme: Self.theme)
    #expect(sale.gain(nil) == Self.text("unknown", .caption))
    #expect(sale.money(nil) == Self.text("unknown", .caption))
    #expect(sale.money(5) == Self.text("$5.00", .plain))
  }

  @Test(
    "draws a holding's share of the value as a bar and a percentage",
    arguments: [
      ("0", "         0\u{A0}%"), ("0.3333", "█▋    33.3\u{A0}%"), ("0.5", "██▌     50\u{A0}%"),
      ("1", "█████  100\u{A0}%"),
    ]
  )
  func allocations(share: String, text: String) throws {
    let cells = HoldingCells("aud", theme: Self.theme)
    let share = try #require(Self.decimal(share))
    #expect(cells.allocation(share).plainText == text)
  }

  @Test("keeps money in an unknown currency exact, with the currency's name")
  func unknownCurrencies() throws {
    let value = try #require(Self.decimal("1234.56789"))
    #expect(MoneyText.money(value, "coins") == "1234.56789 COINS")
    #expect(MoneyText.gain(value, "coins") == "+1234.56789 COINS")
    #expect(MoneyText.gain(-value, "coins") == "-1234.56789 COINS")
    #expect(MoneyText.gain(0, "coins") == "0 COINS")
    #expect(MoneyText.namedMoney(value, "coins") == "1234.56789 COINS")
    #expect(MoneyText.namedMoney(value, "aud") == "$1,234.57 AUD")
    #expect(MoneyText.amount(value) == "1,234.56789")
    #expect(MoneyText.amount(try #require(Self.decimal("0.000000001"))) == "0.000000001")
    #expect(MoneyText.amount(try #require(Self.decimal("0.00000001"))) == "0.00000001")
  }

  @Test(
    "colors the age of stale prices as a warning",
    arguments: [(300.0, "5 min ago", false), (301, "5 min ago", true), (-61, "unknown age", true)]
  )
  func ages(age: TimeInterval, text: String, isStale: Bool) {
    let provenance = Provenance(asOf: FakeRepository.date - age)
    let shown = PriceAge.text(of: provenance, now: FakeRepository.date, Self.theme.typography)
    #expect(shown == Self.text(text, isStale ? .warning : .caption))
  }

  @Test("dims an undone activity, and names the entry that another entry undid")
  func activities() throws {
    let ledger = try Ledgers.make(at: [(-3, Ledgers.buy(2, "coin-0")), (-2, Ledgers.sell(1, "coin-0"))])
    let sale = try #require(try ledger.snapshot().activities().first)
    try ledger.reverse([sale.id])
    let texts = try ledger.snapshot().activities().map { ActivityText(.aud).text($0) }
    #expect(
      texts.map(\.plainText) == ["Undid: Sold 1 C0 at $1.00", "Sold 1 C0 at $1.00 (undone)", "Bought 2 C0 at $1.00"]
    )
    #expect(texts[0] == Self.text("Undid: Sold 1 C0 at $1.00", .caption))
    #expect(texts[1] == Self.text("Sold 1 C0 at $1.00", .caption) + Self.text(" (undone)", .caption))
    #expect(texts[2] == Self.text("Bought ", .positive) + Self.text("2 C0", .plain) + Self.text(" at $1.00", .plain))
    #expect(ActivityText().text(.reversal(of: sale.id)).plainText == "Undid: an entry")
  }
}
