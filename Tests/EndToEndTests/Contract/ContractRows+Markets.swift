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

  private static let holdingBitcoin = ["markets portfolio buy bitcoin 1 --price 10"]
  private static let currencies = ["cad", "chf", "gbp", "inr", "jpy", "nzd"].map {
    ContractRow("markets list --top 1 --currency \($0)", .records(1, fields: 11))
  }

  static let markets: [ContractRow] =
    currencies + [
      ContractRow("markets list", .records(5, fields: 11)),
      ContractRow("markets list --json", .json("{age_seconds,as_of,coins[\(listed)],currency,stale}")),
      ContractRow("markets list --json --search no-such-coin", .json("{age_seconds,as_of,coins[],currency,stale}")),
      ContractRow("markets list --top 7 --currency usd", .records(7, fields: 11)),
      ContractRow("markets list --search bitcoin", .records(3, fields: 11)),
      ContractRow("markets list --search quoll", .prints("\tquoll\tQUO\tQuoll\t")),
      ContractRow("markets list --top 1000000", .records(50, fields: 11)),
      ContractRow("markets list --tag deposit --tag withdrawal", .records(5, fields: 11)),
      ContractRow("markets list --tag no-such-tag", .tells("No matching coins."), exitCode: 0),
      ContractRow("markets list --sort rank --top 1", .prints("1\tbitcoin\tBTC\tBitcoin\t")),
      ContractRow("markets list --sort name --reverse --top 2", .records(2, fields: 11)),
      ContractRow("markets list --sort price", .records(5, fields: 11)),
      ContractRow("markets list --sort change", .records(5, fields: 11)),
      ContractRow("markets list --sort volume", .records(5, fields: 11)),
      ContractRow("markets list --sort eur", .records(5, fields: 11)),
      ContractRow("markets list --sort cap", .records(5, fields: 11)),
      ContractRow("markets list --sort weight", .tells("rank, name, price, eur, change, cap, volume"), exitCode: 2),

      ContractRow("markets show btc", .records(21, fields: 2)),
      ContractRow("markets show btc", .prints("Rank\t1\nMarket cap\t2")),
      ContractRow(
        "markets show bitcoin --currency eur --json",
        .json("{age_seconds,as_of,coin\(shown),currency,stale}")
      ),
      ContractRow("markets show bitcoyn", .tells("Did you mean bitcoin"), exitCode: 1),
      ContractRow("markets show quoll", .prints("Coin\tQuoll (QUO)")),
      ContractRow("markets show gem", .tells("gem-finance or gemcoin"), exitCode: 1),

      ContractRow("markets chart btc", .records(169, fields: 2)),
      ContractRow("markets chart btc --json", .json(history)),
      ContractRow("markets chart btc --days 2 --style line", .records(49, fields: 2)),
      ContractRow("markets chart btc --days 2 --style bars", .records(49, fields: 2)),
      ContractRow("markets chart btc --days 2 --style candles --currency usd", .records(49, fields: 2)),
      ContractRow("markets chart btc --range 1d", .records(289, fields: 2)),
      ContractRow("markets chart btc --range 1w", .records(169, fields: 2)),
      ContractRow("markets chart btc --range 1m", .records(721, fields: 2)),
      ContractRow("markets chart btc --range 3m", .records(2_161, fields: 2)),
      ContractRow("markets chart btc --range 6m", .records(181, fields: 2)),
      ContractRow("markets chart btc --range 1y", .records(366, fields: 2)),
      ContractRow("markets chart btc --range 5y", .records(1_826, fields: 2)),
      ContractRow("markets chart btc --compare eth", .records(169, fields: 5)),
      ContractRow("markets chart btc --compare eth --style bars", .tells("can't be combined"), exitCode: 2),
      ContractRow("markets chart btc --range all", .testedIn("MarketsTests")),
      ContractRow("markets chart btc --range 1y --days 3", .tells("can't be combined"), exitCode: 2),

      ContractRow("markets list --max-age 10m", .records(5, fields: 11)),
      ContractRow("markets show btc --max-age 10m", .records(21, fields: 2)),
      ContractRow("markets chart btc --max-age 10m", .records(169, fields: 2)),
      ContractRow("markets portfolio show --max-age 10m", .tells("No holdings.")),
      ContractRow("markets portfolio value --max-age 10m", .testedIn("PriceFreshnessTests")),
      ContractRow("markets watch --max-age 10m --timeout 1s", .testedIn("PriceFreshnessTests")),
      ContractRow("markets list --max-age soon", .tells("--max-age"), exitCode: 2),
      ContractRow("markets coins", .prints("bitcoin\tBTC\tBitcoin\tbitcoin\t\n"), before: holdingBitcoin),
      ContractRow("markets coins list --json", .json("{coins[],source}")),
      ContractRow(
        "markets coins link btc bitcoin",
        .prints("bitcoin\tBTC\tBitcoin\tbitcoin\t\n"),
        before: holdingBitcoin
      ),
      ContractRow("markets coins link btc nothing", .tells("There is no coin"), exitCode: 1, before: holdingBitcoin),

      ContractRow("markets watch --every 1s --top 2 --currency usd", .testedIn("ContractSignalTests")),
      ContractRow("markets watch --until-alert --every 1s", .testedIn("MarketsTests")),
      ContractRow("markets watch --until-alert", .testedIn("MarketsTests")),
      ContractRow("markets watch --every 1ms", .tells("too short"), exitCode: 2),
      ContractRow("markets watch btc ethereum --every 1s --timeout 2s", .testedIn("MarketsTests")),
      ContractRow("markets watch --favourites", .tells("There are no favorites"), exitCode: 1),
      ContractRow("markets watch btc --top 3", .tells("can't be combined"), exitCode: 2),
      ContractRow("markets check btc above 1", .records(1, fields: 9)),
      ContractRow("markets check btc below 1 --currency usd", .records(1, fields: 9), exitCode: 1),
      ContractRow(
        "markets check btc above 1 --max-age 1m --json",
        .json("{age_seconds,as_of,condition,currency,holds,id,price,price_text,source,symbol,threshold}")
      ),
      ContractRow("markets check nothing above 1", .tells("There is no coin"), exitCode: 4),
      ContractRow("markets check btc rises 1", .tells("above"), exitCode: 2),
    ]
}
