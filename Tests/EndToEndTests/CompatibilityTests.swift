import Foundation
import Testing

/// Tests with the files in `FirstVersion`, which version 0.1.0's commands and interactive program wrote.
@Suite("Files from version 0.1.0")
struct CompatibilityTests {
  private let program: ProgramUnderTest
  private let data: URL

  init() throws {
    let folder = try TemporaryFolder()
    data = folder.url.appending(path: "data/fetch-counter")
    let cache = folder.url.appending(path: "cache/fetch-counter")
    let fixtures = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "FirstVersion")
    for (source, target) in [("data", data), ("cache", cache.appending(path: "http"))] {
      try FileManager.default.createDirectory(
        at: target.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try FileManager.default.copyItem(at: fixtures.appending(path: source), to: target)
    }
    program = ProgramUnderTest(
      in: folder,
      // The files of earlier versions belong to all profiles except `sample`.
      environment: [
        "XDG_CACHE_HOME": cache.deletingLastPathComponent().path, "TZ": "UTC", "FETCH_COUNTER_PROFILE": "live",
      ]
    )
  }

  private func lines(_ arguments: String...) async throws -> [[String]] {
    let outcome = try await program.start(arguments).outcome()
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    return outcome.output.split(separator: "\n").map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  @Test("continues the count from version 0.1.0")
  func count() async throws {
    let before = try await program.run("status", "--json").document()
    #expect(before["fetch_count"] as? Int == 3)
    #expect(before["last_fetched_at"] as? String == "2026-11-22T16:50:23Z")
    let server = try program.start(["serve", "--port", "0"])
    defer { server.send(signal: SIGKILL) }
    let after = try await program.run("fetch", "--json", "--counter-url", server.servedAddress())
    #expect(after.exitCode == 0, "\(after.messages)")
    #expect(try await program.run("status", "--json").document()["fetch_count"] as? Int == 4)
    let file = try String(contentsOf: data.appending(path: "count.json"), encoding: .utf8)
    #expect(file.contains("c6377726-00b1-4c47-b542-3b20b3c34890"), "the earlier codes are kept")
  }

  @Test("reads the ledger from version 0.1.0 exactly, and can add entries")
  func ledger() async throws {
    let before = try await lines("markets", "portfolio", "history")
    #expect(before.map { $0[2] } == ["reversal", "receive", "sell", "buy", "buy"])
    #expect(before.last?[5...6] == ["0.5", "30000"])
    #expect(before.last?[14] == "first “lot”")
    #expect(try await program.run("markets", "portfolio", "sell", "eth", "1", "--price", "3000").exitCode == 0)
    let after = try await lines("markets", "portfolio", "history")
    #expect(Array(after.dropFirst()) == before)
  }

  @Test("keeps the numbers, thresholds and states of alerts from version 0.1.0")
  func alerts() async throws {
    let before = try await lines("markets", "alerts", "list")
    #expect(
      before.map { $0[0...5].joined(separator: " ") } == [
        "1 bitcoin BTC below 50000 usd", "2 ethereum ETH rises 10 aud", "3 bitcoin BTC above 1 eur",
      ]
    )
    #expect(before.map { $0[8] } == ["armed", "armed", "triggered"])
    #expect(try await program.run("markets", "alerts", "remove", "2").exitCode == 0)
    let after = try await lines("markets", "alerts", "list")
    #expect(after == [before[0], before[2]])
  }

  @Test("applies flags and preferences from version 0.1.0")
  func settings() async throws {
    #expect(try await lines("flags", "list").first?[0...2] == ["supportEUR", "true", "stored: supportEUR"])
    let settings = try await lines("config", "show")
    #expect(settings.first { $0[0] == "currency" }?[1] == "usd")
    #expect(settings.first { $0[0] == "theme" }?[1] == "light")
  }

  @Test("uses cached responses from version 0.1.0 without the service")
  func cache() async throws {
    #expect(try await program.run("cache", "show", "--json").document()["entries"] as? Int == 1)
    let coins = try await lines("markets", "list", "--offline", "--currency", "usd", "--profile", "sample")
    #expect(coins.first?[0...3] == ["1", "bitcoin", "BTC", "Bitcoin"])
    #expect(coins.first?[4] == "91100.67")
  }

  @Test("restores a session from version 0.1.0 with the favorite and the open page")
  func session() async throws {
    let services = try program.start(["serve", "--port", "0"])
    defer { services.send(signal: SIGKILL) }
    var arguments = ["app"]
    for service in ["Counter", "Directory", "Markets"] {
      arguments += ["--\(service.lowercased())-url", try await services.servedAddress(of: service)]
    }
    let session = try InteractiveSession(program, arguments)
    // The session ended on the markets screen with prices in dollars. Ethereum is a favorite.
    try await session.waits(for: "Ethereum")
    session.type("2")
    try await session.waits(for: "max.hohenstein@example.com")
    session.type("q")
    #expect(await session.ending().exitCode == 0)
    #expect(session.isRestored)
    #expect(session.text.contains("★"))
  }

  @Test("reports no problems with files from version 0.1.0 in the doctor command")
  func doctor() async throws {
    let document = try await program.run("doctor", "--json").document()
    let checks = try #require(document["checks"] as? [[String: Any]])
    for name in ["count", "preferences", "favorites", "alerts", "ledger"] {
      let check = checks.first { $0["check"] as? String == name }
      #expect(check?["state"] as? String == "good", "\(name): \(check?["message"] ?? "missing")")
    }
  }
}
