import Foundation
import LoopbackServer
import Testing

@Suite("Completion words")
struct CompletionWordsTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  private func words(_ arguments: String..., environment: [String: String] = [:]) async throws -> [String] {
    var program = program
    program.environment = environment
    let outcome = try await program.start(["complete-words"] + arguments).outcome()
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.isEmpty, "\(outcome.messages)")
    return outcome.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
  }

  @Test("completes coins from the stored list, the ledger and the alerts")
  func coins() async throws {
    #expect(try await words("coins").isEmpty, "nothing is requested")
    _ = try await program.run("markets", "alerts", "add", "dogecoin", "above", "1")
    #expect(Set(try await words("coins")).isSuperset(of: ["dogecoin", "doge"]))
    _ = try await program.run("markets", "list", "--top", "5")
    #expect(Set(try await words("coins")).isSuperset(of: ["bitcoin", "btc", "ethereum", "eth", "dogecoin"]))
    #expect(try await words("links").contains("markets/bitcoin"))
  }

  @Test("completes all coins of a price list, although it lacks the default currency")
  func priceList() async throws {
    let items = (1...300).map { #"{"id":\#($0),"name":"C\#($0)","usd":1.5,"tags":[]}"# }.joined(separator: ",")
    let server = try LoopbackServer { _ in .json(Data(#"{"code":"1","data":[\#(items)]}"#.utf8)) }
    defer { server.stop() }
    let environment = [
      "FETCH_COUNTER_MARKETS_URL": server.url.absoluteString, "FETCH_COUNTER_MARKETS_SOURCE": "price-list",
    ]
    var program = program
    program.environment = environment
    #expect(try await program.run("markets", "list").exitCode == 0)
    #expect(Set(try await words("coins", environment: environment)).isSuperset(of: ["c1", "c300"]))
  }

  @Test("completes alert numbers")
  func alerts() async throws {
    #expect(try await words("alerts").isEmpty)
    _ = try await program.run("markets", "alerts", "add", "btc", "above", "1000000")
    #expect(try await words("alerts") == ["1"])
  }

  @Test("completes employees from the built-in service, but not from other services")
  func employees() async throws {
    #expect(try await words("employees").contains("wei.chen@example.com"))
    #expect(try await words("teams").contains("Core Platform"))
    let elsewhere = ["FETCH_COUNTER_DIRECTORY_URL": "http://127.0.0.1:1"]
    #expect(try await words("employees", environment: elsewhere).isEmpty)
    #expect(try await words("teams", environment: elsewhere).isEmpty)
  }

  @Test("completes setting values")
  func values() async throws {
    #expect(try await words("values", "directory_scenario") == ["normal", "error", "empty", "random"])
    #expect(try await words("values", "timeout").isEmpty)
    let themes = program.folder.url.appending(path: ".config/fetch-counter/themes")
    try FileManager.default.createDirectory(at: themes, withIntermediateDirectories: true)
    try Data(#"{"base": "dark"}"#.utf8).write(to: themes.appending(path: "evening.json"))
    #expect(Set(try await words("values", "theme")).isSuperset(of: ["nord", "evening"]))
    #expect(try await words("values", "no-such-setting").isEmpty)
    #expect(try await words("values").isEmpty)
  }

  @Test("prints no completions after a failure")
  func failures() async throws {
    #expect(try await words("planets").isEmpty)
    #expect(try await words().isEmpty)
    _ = try await program.run("markets", "alerts", "add", "btc", "above", "1000000")
    let data = program.sampleFolder
    for name in ["alerts.json", "coins.json"] { try Data("{".utf8).write(to: data.appending(path: name)) }
    #expect(try await words("alerts").isEmpty)
    #expect(try await words("coins").contains("bitcoin"))
    let broken = program.folder.url.appending(path: "config/fetch-counter")
    try FileManager.default.createDirectory(at: broken, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: broken.appending(path: "config.json"))
    let environment = ["XDG_CONFIG_HOME": broken.deletingLastPathComponent().path]
    for kind in ["coins", "employees", "teams", "alerts"] {
      #expect(try await words(kind, environment: environment).isEmpty)
    }
  }
}
