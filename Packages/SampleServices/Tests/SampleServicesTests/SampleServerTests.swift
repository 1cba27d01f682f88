import Foundation
import LoopbackServer
import Networking
import Testing

@testable import SampleServices

@Suite("Sample server")
struct SampleServerTests {
  private func withServer(
    _ faults: [SampleFault] = [],
    _ body: (SampleServer, any Transport) async throws -> Void
  ) async throws {
    let server = try SampleServer(faults: SampleFaultPlan(entries: faults.map { .init($0, rate: 1) }))
    defer { server.stop() }
    try await body(server, try SystemTransport.make())
  }

  @Test("serves all services, with links to the requested host")
  func services() async throws {
    try await withServer { server, transport in
      let counter = try await transport.answer(server.counterURL.absoluteString)
      let employees = try await transport.answer(server.directoryURL.absoluteString + "/employees.json")
      let coins = try await transport.answer(
        server.marketsURL.absoluteString + "/api/v3/coins/markets?vs_currency=usd&ids=bitcoin"
      )
      let host = "http://127.0.0.1:\(server.port)/"
      #expect((try counter.object()["next_path"] as? String)?.hasPrefix(host) == true)
      #expect(employees.text.contains("\"\(host)directory/photos/2026/0/small.png\""))
      #expect((try coins.list().first?["image"] as? String)?.hasPrefix(host) == true)
      #expect(employees.contentType == "application/json")
      let photo = try await transport.answer(host + "directory/photos/7/1/small.png")
      #expect(photo.headers["Cache-Control"] == "max-age=31536000, immutable")
      #expect(photo.body.prefix(4) == Data([0x89, 0x50, 0x4E, 0x47]))
      let missing = try await transport.answer(host + "directory/%7Enothing")
      #expect(missing.status == 404)
      #expect(missing.text == "The directory has nothing at /directory/~nothing.\n")
    }
  }

  @Test("decodes queries as forms")
  func queries() async throws {
    try await withServer { server, transport in
      for query in ["southern+c", "southern%20c", "%73outhern+c&query=bitcoin"] {
        let found = try await transport.answer(server.marketsURL.absoluteString + "/api/v3/search?query=" + query)
        let coins = try #require(try found.object()["coins"] as? [[String: Any]])
        #expect(coins.compactMap { $0["id"] as? String } == ["southern-cross"], "\(query)")
      }
      let plus = try await transport.answer(server.marketsURL.absoluteString + "/api/v3/search?query=southern%2Bc")
      #expect((try plus.object()["coins"] as? [Any])?.isEmpty == true)
    }
  }

  @Test(
    "simulates failures that are complete responses",
    arguments: [
      (SampleFault.status500, 500, "application/json", "This failure is simulated."),
      (.status503, 503, "text/html; charset=utf-8", "Service Unavailable"),
      (.status429, 429, "application/json", "Too many requests."),
      (.notJSON, 200, "text/plain; charset=utf-8", "This isn't JSON."),
    ]
  )
  func statuses(fault: SampleFault, status: Int, contentType: String, part: String) async throws {
    try await withServer([fault]) { server, transport in
      let answer = try await transport.answer(server.counterURL.absoluteString)
      #expect(answer.status == status)
      #expect(answer.contentType == contentType)
      #expect(answer.text.contains(part))
      #expect(answer.headers["Retry-After"] == (fault == .status429 ? "2" : nil))
    }
  }

  @Test(
    "simulates failing connections",
    arguments: [SampleFault.close, .reset, .truncate, .stall, .garbage]
  )
  func connections(fault: SampleFault) async throws {
    try await withServer([fault]) { server, transport in
      let error = await #expect(throws: NetworkError.self) {
        // Only a stalled response needs the limit.
        try await transport.answer(
          server.counterURL.absoluteString,
          timeouts: fault == .stall ? .total(.milliseconds(100)) : Timeouts()
        )
      }
      switch (fault, error) {
      case (.close, .connectionLost(.beforeResponse, _)), (.reset, .connectionLost(.beforeResponse, _)),
        (.truncate, .connectionLost(.inBody, _)), (.stall, .timedOut), (.garbage, .protocolViolation):
        break
      default: Issue.record("\(fault) failed with \(String(describing: error))")
      }
    }
  }

  @Test("delays responses by the latency, and late ones by at least five seconds")
  func delays() {
    func delay(latency: Duration, _ faults: SampleFault...) -> Duration? {
      let entries = faults.map { SampleFaultPlan.Entry($0, rate: 1) }
      return SampleFaultInjector(SampleFaultPlan(latency: latency, entries: entries)).applied(to: .text("")).delay
    }
    #expect(delay(latency: .zero) == nil)
    #expect(delay(latency: .seconds(1)) == .seconds(1))
    #expect(delay(latency: .zero, .late) == .seconds(5))
    #expect(delay(latency: .seconds(1), .late) == .seconds(5))
    #expect(delay(latency: .seconds(9), .late) == .seconds(9))
    #expect(delay(latency: .zero, .status500, .late) == nil)
  }

  @Test("applies faults to the given share of requests, and to the same requests for the same seed")
  func rates() {
    func late(_ rate: Double, seed: UInt64) -> [Bool] {
      let injector = SampleFaultInjector(SampleFaultPlan(entries: [.init(.late, rate: rate)], seed: seed))
      return (0..<1_000).map { _ in injector.applied(to: .text("")).delay != nil }
    }
    #expect(!late(0, seed: 1).contains(true))
    #expect(!late(1, seed: 1).contains(false))
    #expect((250...350).contains(late(0.3, seed: 1).count { $0 }))
    #expect(late(0.3, seed: 1) == late(0.3, seed: 1))
    #expect(late(0.3, seed: 1) != late(0.3, seed: 2))
    #expect([-1, 0.5, 2].map { SampleFaultPlan.Entry(.close, rate: $0).rate } == [0, 0.5, 1])
  }
}
