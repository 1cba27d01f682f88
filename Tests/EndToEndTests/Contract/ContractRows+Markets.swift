extension ContractRow {
  private static let listed =
    "{change_24h_percent,change_24h_percent_text,id,market_cap,market_cap_text,name,price,price_text,prices{eur,usd},"
    + "rank,symbol,tags[],volume,volume_text}"
  private static let shown =
    "{all_time_high,all_time_high_at,all_time_high_text,all_time_low,all_time_low_at,all_time_low_text,"
    + "change_1h_percent,change_1h_percent_text,change_24h_percent,change_24h_percent_text,change_7d_percent,"
    + "change_7d_percent_text,circulating_supply,fully_diluted_valuation,high_24h,high_24h_text,id,last_updated,"
    + "low_24h,low_24h_text,market_cap,market_cap_text,max_supply,name,price,price_change_24h,price_change_24h_text,"
    + "price_text,prices{eur,usd},rank,symbol,tags[],total_supply,volume,volume_text}"
  private static let history = "{as_of,coin,currency,days,points[{at,price}],range,stale}"

  /// `markets list`, `show`, `chart`, `watch`.
  static let markets: [ContractRow] = [
    ContractRow("markets list", .records(5, fields: 10)),
    ContractRow("markets list --json", .json("{as_of,coins[\(listed)],currency,stale}")),
    ContractRow("markets list --json --search no-such-coin", .json("{as_of,coins[],currency,stale}")),
    ContractRow("markets list --top 7 --currency usd", .records(7, fields: 10)),
    ContractRow("markets list --search bitcoin", .records(3, fields: 10)),
    ContractRow("markets list --search quoll", .prints("\tquoll\tQUO\tQuoll\t")),
    ContractRow("markets list --top 1000000", .records(50, fields: 10)),
    ContractRow("markets list --tag deposit --tag withdrawal", .records(5, fields: 10)),
    ContractRow("markets list --tag no-such-tag", .tells("No matching coins."), exitCode: 0),
    ContractRow("markets list --sort rank --top 1", .prints("1\tbitcoin\tBTC\tBitcoin\t")),
    ContractRow("markets list --sort name --reverse --top 2", .records(2, fields: 10)),
    ContractRow("markets list --sort price", .records(5, fields: 10)),
    ContractRow("markets list --sort change", .records(5, fields: 10)),
    ContractRow("markets list --sort volume", .records(5, fields: 10)),
    ContractRow("markets list --sort eur", .records(5, fields: 10)),
    ContractRow("markets list --sort cap", .records(5, fields: 10)),
    ContractRow("markets list --sort weight", .tells("rank, name, price, eur, change, cap, volume"), exitCode: 2),

    ContractRow("markets show btc", .records(19, fields: 2)),
    ContractRow("markets show bitcoin --currency eur --json", .json("{as_of,coin\(shown),currency,stale}")),
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
    ContractRow("markets chart btc --compare eth --style bars", .tells("cannot be given together"), exitCode: 2),
    ContractRow("markets chart btc --range all", .testedIn("MarketsTests")),
    ContractRow("markets chart btc --range 1y --days 3", .tells("cannot be given together"), exitCode: 2),

    ContractRow("markets watch --every 1s --top 2 --currency usd", .testedIn("ContractSignalTests")),
    ContractRow("markets watch --until-alert --every 1s", .testedIn("MarketsTests")),
    ContractRow("markets watch --until-alert", .testedIn("MarketsTests")),
    ContractRow("markets watch --every 1ms", .tells("too short"), exitCode: 2),
  ]
}
