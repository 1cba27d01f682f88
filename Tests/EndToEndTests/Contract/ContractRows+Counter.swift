extension ContractRow {
  private static let fetch = "{fetch_count,fetched_at,response_code}"
  private static let status = "{fetch_count,last_fetched_at}"

  static let counter: [ContractRow] = [
    ContractRow("", .testedIn("FetchTests")),
    ContractRow("--json", .json(fetch)),
    ContractRow("app", .testedIn("AppTests")),
    ContractRow("app", .tells("needs a terminal"), exitCode: 2),
    ContractRow("app --plain", .testedIn("AppTests")),
    ContractRow("app --plain", .tells("needs a terminal"), exitCode: 2),
    ContractRow("app markets/ethereum", .testedIn("AppTests")),

    ContractRow("fetch", .testedIn("FetchTests")),
    ContractRow("fetch --json", .testedIn("FetchTests")),
    ContractRow("fetch --times 3 --quiet", .testedIn("ManyFetchesTests")),
    ContractRow("fetch --times 5 --concurrency 2 --json", .testedIn("ManyFetchesTests")),
    ContractRow("fetch --concurrency 2", .tells("--concurrency requires --times"), exitCode: 2),

    ContractRow("status", .records(1, fields: 2), before: ["fetch"]),
    ContractRow("status -q", .prints("0\t\n")),
    ContractRow("status --json", .json(status), before: ["fetch"]),
    ContractRow("status --json", .testedIn("StatusAndResetTests")),

    ContractRow("reset", .testedIn("StatusAndResetTests")),
    ContractRow("reset --force", .prints("0\t\n"), before: ["fetch"]),
    ContractRow("reset --force --json", .testedIn("StatusAndResetTests")),
  ]
}
