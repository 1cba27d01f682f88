extension ContractRow {
  private static func decided(_ key: String, _ value: String, by origin: String) -> Expectation {
    .prints("\(key)\t\(value)\tthe \(origin)\n")
  }

  private static let mine = ["c.json": #"{"profiles": {"mine": {"timeout": "7s"}}}"#]

  /// The values that `config show` prints for these environment variables.
  private static let settings = [
    "FETCH_COUNTER_PROFILE": "live", "FETCH_COUNTER_TIMEOUT": "3s", "FETCH_COUNTER_MARKETS_FRESHNESS": "10m",
    "FETCH_COUNTER_COIN_ICONS": "off", "FETCH_COUNTER_DIRECTORY_SCENARIO": "empty",
    "FETCH_COUNTER_ALLOW_INSECURE_KEY": "on", "FETCH_COUNTER_THEME": "nord", "FETCH_COUNTER_LOCALE": "fr_FR",
    "FETCH_COUNTER_MOUSE": "off", "FETCH_COUNTER_AUTO_REFRESH": "off", "FETCH_COUNTER_REFRESH_INTERVAL": "2m",
    "FETCH_COUNTER_PAGER": "more",
  ]

  private static let variables = ContractRow(
    "config show",
    settings.map { name, value in
      decided(
        name.dropFirst("FETCH_COUNTER_".count).lowercased(),
        value,
        by: "environment variable \(name)"
      )
    } + [.prints("\t••••\tthe environment variable FETCH_COUNTER_COINGECKO_API_KEY\n")],
    environment: settings.merging(["FETCH_COUNTER_COINGECKO_API_KEY": "CG-secret"]) { $1 }
  )

  /// The rows for options that all commands accept, and for the options' environment variables.
  static let options: [ContractRow] = [
    variables,
    ContractRow("--profile sample status", .records(1, fields: 2)),
    ContractRow(
      "config show --profile live --timeout 3s",
      decided("profile", "live", by: "option --profile"),
      decided("timeout", "3s", by: "option --timeout")
    ),
    ContractRow("config show --profile mine --config $FOLDER/c.json", .prints("\ntimeout\t7s\t"), files: mine),
    ContractRow("config show --profile liev", .tells("Did you mean 'live'?"), exitCode: 2),
    ContractRow("status --plain", .testedIn("StatusAndResetTests")),
    ContractRow("status --plain --json", .json("{error{hint,kind,message}}"), exitCode: 2),
    ContractRow("doctor --color always", .prints("\u{1B}[")),
    ContractRow("fetchh --color always", .tells("\u{1B}["), exitCode: 2),
    ContractRow("status --color never", .testedIn("StatusAndResetTests")),
    ContractRow("status", .testedIn("StatusAndResetTests"), environment: ["NO_COLOR": "1"]),
    ContractRow("directory list --search no-such-person --quiet", .silence),
    ContractRow("status --quiet --verbose", .tells("can't be combined"), exitCode: 2),
    ContractRow("help --no-pager", .testedIn("PagerTests")),
    ContractRow("fetch --timeout 300ms --counter-url http://stalls", .testedIn("ContractOptionTests")),
    ContractRow(
      "markets list --offline --profile live",
      .tells("these prices aren't stored on this machine"),
      exitCode: 3
    ),
    ContractRow("markets list --offline", .testedIn("PriceFreshnessTests")),
    ContractRow("markets list --tag no-such-tag --refresh --verbose", .tells("GET http://"), before: ["markets list"]),
    ContractRow("status --offline --refresh", .tells("can't be combined"), exitCode: 2),
    ContractRow("status --data-dir $FOLDER/one", .testedIn("FetchTests")),
    ContractRow("status", .testedIn("FetchTests"), environment: ["FETCH_COUNTER_DATA_DIR": "$FOLDER/two"]),
    ContractRow("cache show --cache-dir $FOLDER/other", .prints("Folder\t$FOLDER/other/http\n")),
    ContractRow(
      "cache show",
      .prints("Folder\t$FOLDER/other/http\n"),
      .prints("Limit\t2 MB\n"),
      environment: ["FETCH_COUNTER_CACHE_DIR": "$FOLDER/other", "FETCH_COUNTER_CACHE_SIZE": "2MB"]
    ),
    ContractRow("config path --config $FOLDER/c.json", .prints("$FOLDER/c.json\n")),
    ContractRow("config path", .prints("$FOLDER/c.json\n"), environment: ["FETCH_COUNTER_CONFIG": "$FOLDER/c.json"]),
    ContractRow("flags get supportEUR --flag supportEUR=on", .testedIn("FlagsTests")),
    ContractRow(
      "flags get supportEUR",
      .testedIn("FlagsTests"),
      environment: ["FETCH_COUNTER_FLAG_SUPPORT_EUR": "yes"]
    ),
    ContractRow("fetch --log $FOLDER/log --log-level warning", .testedIn("DoctorAndCacheTests")),
    ContractRow("fetch", .testedIn("DoctorAndCacheTests"), environment: ["FETCH_COUNTER_LOG": "$FOLDER/log"]),
    ContractRow("fetch --counter-url http://served", .testedIn("ContractOptionTests")),
    ContractRow("directory list --directory-url http://served", .testedIn("ContractOptionTests")),
    ContractRow("markets list --markets-url http://served", .testedIn("ContractOptionTests")),

    // Settings without an option
    ContractRow("markets list", .testedIn("MarketsTests"), environment: ["FETCH_COUNTER_MARKETS_SOURCE": "price-list"]),
    ContractRow(
      "markets list --top 1 --json",
      .prints(#""currency":"eur""#),
      .prints(#""price_text":"€"#),
      environment: ["FETCH_COUNTER_CURRENCY": "eur", "FETCH_COUNTER_LOCALE": "de_DE", "LC_ALL": "fr_FR"]
    ),
    ContractRow("help", .testedIn("PagerTests"), environment: ["PAGER": "less"]),
  ]
}
