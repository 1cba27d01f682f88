extension ContractRow {
  private static func decided(_ key: String, _ value: String, by origin: String) -> Expectation {
    .prints("\(key)\t\(value)\tthe \(origin)\n")
  }

  private static let mine = ["c.json": #"{"profiles": {"mine": {"timeout": "7s"}}}"#]

  /// The rows for options that all commands accept, and for the options' environment variables.
  static let options: [ContractRow] = [
    ContractRow("--profile sample status", .records(1, fields: 2)),
    ContractRow("config show --profile live", decided("profile", "live", by: "option --profile")),
    ContractRow("config show --profile mine --config $FOLDER/c.json", .prints("\ntimeout\t7s\t"), files: mine),
    ContractRow("config show --profile liev", .tells("Did you mean 'live'?"), exitCode: 2),
    ContractRow(
      "config show",
      decided("profile", "live", by: "environment variable FETCH_COUNTER_PROFILE"),
      environment: ["FETCH_COUNTER_PROFILE": "live"]
    ),
    ContractRow("--json fetchh", .json("{error{hint,kind,message}}"), exitCode: 2),
    ContractRow("status --plain", .prints("Fetch Count: 0\n")),
    ContractRow("status --plain --json", .json("{error{hint,kind,message}}"), exitCode: 2),
    ContractRow("doctor --color always", .prints("\u{1B}[")),
    ContractRow("fetchh --color always", .tells("\u{1B}["), exitCode: 2),
    ContractRow("markets list --color never", .records(5, fields: 11)),
    ContractRow("markets list --color auto", .records(5, fields: 11)),
    ContractRow("status", .records(1, fields: 2), environment: ["NO_COLOR": "1"]),
    ContractRow("directory list --search no-such-person", .tells("No matching employees.")),
    ContractRow("directory list --search no-such-person --quiet", .silence),
    ContractRow("markets list --tag no-such-tag --verbose", .tells("GET http://")),
    ContractRow("status --quiet --verbose", .tells("can't be combined"), exitCode: 2),
    ContractRow("status --no-pager", .records(1, fields: 2)),
    ContractRow("fetch --timeout 300ms --counter-url http://stalls", .testedIn("ContractOptionTests")),
    ContractRow("config show --timeout 3s", decided("timeout", "3s", by: "option --timeout")),
    ContractRow(
      "config show",
      decided("timeout", "3s", by: "environment variable FETCH_COUNTER_TIMEOUT"),
      environment: ["FETCH_COUNTER_TIMEOUT": "3s"]
    ),
    ContractRow("fetch --timeout soon", .tells("--timeout"), exitCode: 2),
    ContractRow("markets list --offline", .tells("these prices aren't stored on this machine"), exitCode: 3),
    ContractRow("markets list --offline", .records(5, fields: 11), before: ["markets list"]),
    ContractRow("markets list --tag no-such-tag --refresh --verbose", .tells("GET http://"), before: ["markets list"]),
    ContractRow("status --offline --refresh", .tells("can't be combined"), exitCode: 2),
    ContractRow("status --data-dir $FOLDER/other", .prints("0\t\n"), before: ["fetch"]),
    ContractRow(
      "status",
      .prints("0\t\n"),
      before: ["fetch --data-dir $FOLDER/one"],
      environment: ["FETCH_COUNTER_DATA_DIR": "$FOLDER/two"]
    ),
    ContractRow("cache show --cache-dir $FOLDER/other", .prints("Folder\t$FOLDER/other/http\n")),
    ContractRow(
      "cache show",
      .prints("Folder\t$FOLDER/other/http\n"),
      environment: ["FETCH_COUNTER_CACHE_DIR": "$FOLDER/other"]
    ),
    ContractRow("config path --config $FOLDER/c.json", .prints("$FOLDER/c.json\n")),
    ContractRow(
      "status --config /nowhere/c.json",
      .tells("Couldn't read the configuration file /nowhere/c.json"),
      exitCode: 2
    ),
    ContractRow("config path", .prints("$FOLDER/c.json\n"), environment: ["FETCH_COUNTER_CONFIG": "$FOLDER/c.json"]),
    ContractRow("flags get supportEUR --flag supportEUR=on", .prints("true\n")),
    ContractRow("flags get supportEUR", .prints("true\n"), environment: ["FETCH_COUNTER_FLAG_SUPPORT_EUR": "on"]),
    ContractRow("fetch --log $FOLDER/log --log-level debug", .records(1, fields: 2)),
    ContractRow("fetch", .records(1, fields: 2), environment: ["FETCH_COUNTER_LOG": "$FOLDER/log"]),
    ContractRow("fetch --log /nowhere/log", .records(1, fields: 2)),
    ContractRow("fetch --counter-url http://served", .testedIn("ContractOptionTests")),
    ContractRow("directory list --directory-url http://served", .testedIn("ContractOptionTests")),
    ContractRow("markets list --markets-url http://served", .testedIn("ContractOptionTests")),
    ContractRow("--version", .prints("fetch-counter ")),
    ContractRow("-h", .prints("Usage:\n")),
    ContractRow("--help", .prints("Usage:\n")),

    // Settings without an option
    ContractRow(
      "markets list --json",
      .prints(#""currency":"usd""#),
      environment: ["FETCH_COUNTER_MARKETS_SOURCE": "price-list"]
    ),
    ContractRow("markets list --json", .prints(#""currency":"eur""#), environment: ["FETCH_COUNTER_CURRENCY": "eur"]),
    ContractRow("config show", .prints("\t••••\t"), environment: ["FETCH_COUNTER_COINGECKO_API_KEY": "CG-secret"]),
    ContractRow(
      "config show",
      .prints("allow_insecure_key\ton\t"),
      environment: ["FETCH_COUNTER_ALLOW_INSECURE_KEY": "on"]
    ),
    ContractRow("cache show", .prints("Limit\t2 MB\n"), environment: ["FETCH_COUNTER_CACHE_SIZE": "2MB"]),
    ContractRow("config show", .prints("theme\tlight\t"), environment: ["FETCH_COUNTER_THEME": "light"]),
    ContractRow(
      "markets list --top 1 --json",
      .prints(#""price_text":"$"#),
      environment: ["FETCH_COUNTER_LOCALE": "de_DE", "LC_ALL": "fr_FR"]
    ),
    ContractRow("config show", .prints("theme\tnord\t"), environment: ["FETCH_COUNTER_THEME": "nord"]),
    ContractRow("config show", .prints("locale\tfr_FR\t"), environment: ["FETCH_COUNTER_LOCALE": "fr_FR"]),
    ContractRow("config show", .prints("mouse\toff\t"), environment: ["FETCH_COUNTER_MOUSE": "off"]),
    ContractRow(
      "config show",
      .prints("auto_refresh\toff\t"),
      environment: ["FETCH_COUNTER_AUTO_REFRESH": "off"]
    ),
    ContractRow(
      "config show",
      .prints("refresh_interval\t2m\t"),
      environment: ["FETCH_COUNTER_REFRESH_INTERVAL": "2m"]
    ),
    ContractRow("config show", .prints("pager\tmore\t"), environment: ["FETCH_COUNTER_PAGER": "more"]),
    ContractRow("help", .testedIn("PagerTests"), environment: ["PAGER": "less"]),
  ]
}
