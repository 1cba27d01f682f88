extension ContractRow {
  private static let fetch = "{fetch_count,fetched_at,response_code}"
  private static let status = "{fetch_count,last_fetched_at}"

  static let counter: [ContractRow] = [
    ContractRow("", .records(1, fields: 2)),
    ContractRow("--json", .json(fetch)),
    ContractRow("app", .testedIn("AppTests")),
    ContractRow("app", .tells("needs a terminal"), exitCode: 2),
    ContractRow("app --plain", .testedIn("AppTests")),
    ContractRow("app --plain", .tells("needs a terminal"), exitCode: 2),
    ContractRow("app markets/ethereum", .testedIn("AppTests")),

    ContractRow("fetch", .records(1, fields: 2)),
    ContractRow("fetch --json", .json(fetch)),
    ContractRow("fetch --times 3 --quiet", .records(3, fields: 2)),
    ContractRow(
      "fetch --times 2 --json",
      .json(
        "{fetches[\(fetch)],summary{duration_ms{p50,p95,p99},elapsed_seconds,failed,failures[],fetches_per_second,"
          + "interrupted,requested,succeeded}}"
      )
    ),
    ContractRow("fetch --times 50 --concurrency 8", .testedIn("ManyFetchesTests")),

    ContractRow("status", .records(1, fields: 2), before: ["fetch"]),
    ContractRow("status", .prints("0\t\n")),
    ContractRow("status --json", .json(status), before: ["fetch"]),
    ContractRow("status --json", .json(status)),

    ContractRow("reset", .tells("--force"), exitCode: 2),
    ContractRow("reset", .testedIn("StatusAndResetTests")),
    ContractRow("reset --force", .prints("0\t\n"), before: ["fetch"]),
    ContractRow("reset --force --json", .json(status)),
  ]
}
