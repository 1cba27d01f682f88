extension ContractRow {
  private static let listed =
    "{age_seconds,as_of,change_24h_percent,change_24h_percent_text,id,image,market_cap,market_cap_text,name,price,price_text,prices{eur,usd},"
    + "rank,stale,symbol,tags[],volume,volume_text}"
  private static let shown =
    "{age_seconds,all_time_high,all_time_high_at,all_time_high_text,all_time_low,all_time_low_at,all_time_low_text,as_of,"
    + "change_1h_percent,change_1h_percent_text,change_24h_percent,change_24h_percent_text,change_7d_percent,"
    + "change_7d_percent_text,circulating_supply,fully_diluted_valuation,high_24h,high_24h_text,id,image,last_updated,"
    + "low_24h,low_24h_text,market_cap,market_cap_text,max_supply,name,price,price_change_24h,price_change_24h_text,"
    + "price_text,prices{eur,usd},rank,stale,symbol,tags[],total_supply,volume,volume_text}"
  private static let history = "{age_seconds,as_of,coin,currency,days,points[{at,price}],range,stale}"

  /// Each range with the number of its points, and each currency and chart style.
  private static let charts = [
    ("1d --style line", "cad", 289), ("1w --style bars", "chf", 169), ("1m --style candles", "gbp", 721),
    ("3m --max-age 10m", "inr", 2_161), ("6m", "jpy", 181), ("1y", "nzd", 366), ("5y", "usd", 1_826),
  ].map { range, currency, count in
    ContractRow("markets chart btc --range \(range) --currency \(currency)", .records(count, fields: 2))
  }

  private static let orders = ["price", "change", "volume", "eur", "cap"].map {
    ContractRow("markets list --sort \($0)", .testedIn("CoinOrderTests"))
  }

  static let markets: [ContractRow] =
    charts + orders + [
      ContractRow("markets list", .testedIn("MarketsTests")),
      ContractRow("markets list --json", .json("{age_seconds,as_of,coins[\(listed)],currency,stale}")),
      ContractRow("markets list --json --search no-such-coin", .json("{age_seconds,as_of,coins[],currency,stale}")),
      ContractRow("markets list --top 7 --currency usd --max-age 10m --color auto", .records(7, fields: 11)),
      ContractRow("markets list --search quoll", .prints("\tquoll\tQUO\tQuoll\t")),
      ContractRow("markets list --top 1000000 -v", .records(50, fields: 11)),
      ContractRow("markets list --tag deposit --tag withdrawal", .testedIn("MarketsTests")),
      ContractRow("markets list --tag no-such-tag --verbose", .tells("GET http://"), .tells("No matching coins.")),
      ContractRow("markets list --sort rank --top 1", .prints("1\tbitcoin\tBTC\tBitcoin\t")),
      ContractRow("markets list --sort name --reverse --top 2", .records(2, fields: 11)),
      ContractRow("markets list --sort weight", .tells("rank, name, price, eur, change, cap, volume"), exitCode: 2),
      ContractRow("markets list --max-age soon", .tells("--max-age"), exitCode: 2),

      ContractRow("markets show btc --max-age 10m", .records(21, fields: 2), .prints("Rank\t1\nMarket cap\t2")),
      ContractRow(
        "markets show bitcoin --currency eur --json",
        .json("{age_seconds,as_of,coin\(shown),currency,stale}")
      ),
      ContractRow("markets show quoll", .prints("Coin\tQuoll (QUO)")),
      ContractRow("markets show gem", .tells("gem-finance or gemcoin"), exitCode: 2),

      ContractRow("markets chart btc --json", .json(history)),
      ContractRow("markets chart btc --days 2", .testedIn("MarketsTests")),
      ContractRow("markets chart btc --compare eth", .testedIn("MarketsTests")),
      ContractRow("markets chart btc --compare eth --style bars", .tells("can't be combined"), exitCode: 2),
      ContractRow("markets chart btc --range all", .testedIn("MarketsTests")),
      ContractRow("markets chart btc --range 1y --days 3", .tells("can't be combined"), exitCode: 2),

      ContractRow("markets portfolio show --max-age 10m", .tells("No holdings.")),
      ContractRow("markets portfolio value --max-age 10m", .testedIn("PriceFreshnessTests")),
      ContractRow("markets watch --max-age 10m --every 10m", .testedIn("PriceFreshnessTests")),
      ContractRow("markets coins", .testedIn("PortfolioTests")),
      ContractRow("markets coins list --json", .json("{coins[],source}")),
      ContractRow("markets coins link btc bitcoin", .testedIn("PortfolioTests")),

      ContractRow("markets watch --every 1s --top 2 --currency usd", .testedIn("ContractSignalTests")),
      ContractRow("markets watch --until-alert --every 1s", .testedIn("MarketsTests")),
      ContractRow("markets watch --every 1ms", .tells("too short"), exitCode: 2),
      ContractRow("markets watch btc ethereum --every 1s --timeout 2s", .testedIn("MarketsTests")),
      ContractRow("markets watch --favourites", .tells("There are no favorites"), exitCode: 1),
      ContractRow("markets watch btc --top 3", .tells("can't be combined"), exitCode: 2),
      ContractRow("markets check btc above 1", .records(1, fields: 9), .prints("yes\t")),
      ContractRow("markets check btc below 1 --currency usd", .records(1, fields: 9), .prints("no\t"), exitCode: 1),
      ContractRow(
        "markets check btc above 1 --max-age 1m --json",
        .json("{age_seconds,as_of,condition,currency,holds,id,price,price_text,source,symbol,threshold}"),
        .prints(#""holds":true"#)
      ),
      ContractRow("markets check nothing above 1", .tells("There is no coin"), exitCode: 4),
      ContractRow("markets check btc above 1 --markets-url http://127.0.0.1:9", .tells("refused"), exitCode: 3),
      ContractRow("markets check btc rises 1", .tells("above"), exitCode: 2),
    ]
}
