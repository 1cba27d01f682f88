extension ContractRow {
  private static let entry =
    "{amount,coin,currency,fee,id,kind,note,price,reversed_by,reverses,symbol,text,time,to_amount,to_coin,to_symbol}"
  private static let made = "{entry\(entry),held[{amount,coin}]}"
  private static func holdings(_ holding: String) -> String {
    "{age_seconds,as_of,cost,cost_complete,cost_text,currency,holdings[\(holding)],method,missing_prices[],missing_rates[],realised,"
      + "realised_complete,realised_percent,realised_text,stale,total,total_text,unrealised,unrealised_percent,"
      + "unrealised_text}"
  }
  private static let holding =
    "{age_seconds,amount,amount_text,amount_without_cost,as_of,average_cost,average_cost_text,coin,cost,cost_text,"
    + "lots[{acquired_at,amount,cost,unrealised,unrealised_percent,value}],price,price_text,"
    + "realised,realised_text,stale,symbol,unrealised,unrealised_percent,unrealised_text,value,value_text,weight,weight_text}"
  private static let alert =
    "{base_price,coin,condition,created_at,currency,fired_price,fired_price_at,fired_source,id,margin,once,service,"
    + "since,state,state_since,symbol,text,threshold}"
  private static let point = "{at,missing[],value}"
  private static func worth(_ point: String) -> String {
    "{age_seconds,as_of,change,change_percent,currency,days,entries,future_entries,gain,gain_percent,gaps[],net_additions,points[\(point)],range,stale}"
  }
  private static let boughtLongAgo = ["markets portfolio buy btc 1 --price 10 --date 2024-01-31"]
  private static let soldLongAgo = boughtLongAgo + ["markets portfolio sell btc 1 --price 12 --date 2024-02-29"]
  private static let disposal =
    "{acquired,amount,amount_text,coin,cost,cost_text,days_held,gain,gain_text,proceeds,proceeds_text,sold,symbol}"
  private static func taxed(_ year: String) -> String { "{currency,method,years[\(year)]}" }
  private static let imported = "{added,differing[],dry_run,entries[],ignored[],layout,recognized,skipped}"
  private static let csv = """
    time,kind,coin,symbol,amount,price,currency
    2026-01-01T00:00:00Z,buy,bitcoin,BTC,1,100,aud

    """
  private static let bought = ["markets portfolio buy btc 1 --price 10"]

  static let ledger: [ContractRow] = [
    ContractRow("markets portfolio", .records(1, fields: 11), before: bought),
    ContractRow("markets portfolio --json", .json(holdings(""))),
    ContractRow("markets portfolio show --json", .json(holdings(holding)), before: bought),
    ContractRow("markets portfolio show --method average --currency aud", .records(1, fields: 11), before: bought),
    ContractRow("markets portfolio show --lots --method fifo", .records(1, fields: 9), before: bought),
    ContractRow(
      "markets portfolio buy btc 0.5 --price 88000.10 --fee 1.50 --note mine --currency usd --date 2024-01-31",
      .records(1, fields: 15)
    ),
    ContractRow("markets portfolio buy btc 0.5 --json", .json(made)),
    ContractRow(
      "markets portfolio sell btc 0.5 --price 9 --fee 1 --note x --currency aud --date 2024-02-29T12:00Z --json",
      .json(made),
      before: boughtLongAgo
    ),
    ContractRow(
      "markets portfolio swap btc 0.5 eth --received 2 --price 9 --fee 0 --note x --currency aud --date 2024-02-29T12:00Z --json",
      .json(made),
      before: boughtLongAgo
    ),
    ContractRow(
      "markets portfolio send btc 0.5 --price 9 --fee 0 --note x --currency aud --date 2024-02-29T12:00Z --json",
      .json(made),
      before: boughtLongAgo
    ),
    ContractRow(
      "markets portfolio receive btc 0.5 --price 9 --fee 0 --note x --currency aud --date 2024-01-31 --json",
      .json(made)
    ),
    ContractRow("markets portfolio value --json", .json(worth(""))),
    ContractRow("markets portfolio value --days 30 --currency eur --json", .json(worth(point)), before: bought),
    ContractRow("markets portfolio value --range 1w", .records(1, fields: 3), before: bought),
    ContractRow("markets portfolio gains --json", .json(taxed(""))),
    ContractRow(
      "markets portfolio gains --year 2024 --method fifo --currency aud --json",
      .json(
        taxed(
          "{cost,cost_text,disposals[\(disposal)],entries_without_value[],gain,gain_text,proceeds,proceeds_text,swaps_without_price,unknown,year}"
        )
      ),
      before: soldLongAgo
    ),
    ContractRow("markets portfolio gains --format table", .records(1, fields: 11), before: soldLongAgo),
    ContractRow(
      "markets portfolio gains --format csv --output $FOLDER/t.csv --json",
      .json("{exported,output}"),
      before: soldLongAgo
    ),
    ContractRow("markets portfolio gains -o $FOLDER/t.csv", .tells("--output needs --format csv"), exitCode: 2),
    ContractRow("markets portfolio history", .records(1, fields: 15), before: bought),
    ContractRow("markets portfolio history --json", .json("{entries[]}")),
    ContractRow("markets portfolio history --coin btc --limit 1 --json", .json("{entries[\(entry)]}"), before: bought),
    ContractRow("markets portfolio undo last --note oops --json", .json(made), before: bought),
    ContractRow("markets portfolio export --format csv", .records(2, fields: 1), before: bought),
    ContractRow("markets portfolio export --format json", .prints(#""entries": ["#), before: bought),
    ContractRow("markets portfolio export --format hledger", .prints("@@ "), before: bought),
    ContractRow(
      "markets portfolio export --format hledger --currency eur --method average",
      .prints("average cost"),
      before: bought
    ),
    ContractRow("markets portfolio export --output $FOLDER/l.csv --json", .json("{exported,output}"), before: bought),
    ContractRow(
      "markets portfolio export -o $FOLDER/l.csv",
      .tells("already exists"),
      exitCode: 2,
      before: bought,
      files: ["l.csv": "mine"]
    ),
    ContractRow(
      "markets portfolio export -o $FOLDER/l.csv --force --quiet",
      .silence,
      before: bought,
      files: ["l.csv": "mine"]
    ),
    ContractRow(
      "markets portfolio tax --format csv -o $FOLDER/t.csv --force --quiet",
      .silence,
      before: soldLongAgo,
      files: ["t.csv": "mine"]
    ),
    ContractRow(
      "markets portfolio import $FOLDER/l.csv --format csv --json",
      .json(imported),
      files: ["l.csv": csv]
    ),
    ContractRow(
      "markets portfolio import $FOLDER/l.csv --dry-run",
      .records(1, fields: 5),
      files: ["l.csv": csv]
    ),
    ContractRow(
      "markets portfolio import $FOLDER/t.csv --columns date=T,kind=K,coin=C,amount=A,price=P --kinds IN=buy,FEE=skip "
        + "--separator ; --decimal , --zone UTC --currency eur --mapping bank --json",
      .json(imported),
      files: ["t.csv": "T;K;C;A;P\n2024-01-31 12:00;IN;BTC;1;1.000,5\n"]
    ),
    ContractRow(
      "markets portfolio import $FOLDER/t.csv --decimal . --mapping none",
      .tells("the column time is missing"),
      exitCode: 1,
      files: ["t.csv": "T;K\n"]
    ),
    ContractRow(
      "markets portfolio import $FOLDER/l.json --format json",
      .tells("Nothing was imported"),
      exitCode: 1,
      files: ["l.json": "[]"]
    ),

    ContractRow("markets alerts --json", .json("{alerts[]}")),
    ContractRow("markets alerts add btc above 1 --json", .json("{alert\(alert),holds,price,price_at,source}")),
    ContractRow("markets alerts add btc below 1 --once --currency usd", .records(1, fields: 14)),
    ContractRow("markets alerts add btc rises 5% --since now --margin 2", .records(1, fields: 14)),
    ContractRow("markets alerts add btc falls 5% --since day", .records(1, fields: 14)),
    ContractRow("markets alerts list", .records(1, fields: 14), before: ["markets alerts add btc above 1"]),
    ContractRow(
      "markets alerts list --json",
      .json("{alerts[\(alert)]}"),
      before: ["markets alerts add btc above 1", "markets alerts add eth falls 5%"]
    ),
    ContractRow(
      "markets alerts remove 1 --json",
      .json("{alert\(alert)}"),
      before: ["markets alerts add btc above 1"]
    ),
  ]
}
