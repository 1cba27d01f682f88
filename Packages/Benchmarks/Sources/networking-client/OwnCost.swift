import Foundation
import Networking

/// What the client and its default middleware cost, over a transport that has the answer at once.
struct OwnCost {
  private static let count = 20_000
  private static let rounds = 5

  private struct InstantTransport: Transport {
    let answer = Data(#"{"id": 7, "title": "A small answer"}"#.utf8)

    func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
      HTTPResponse(
        status: .ok,
        headers: [.contentType: "application/json"],
        url: request.url,
        body: ResponseBody(bytes: answer)
      )
    }
  }

  func run() async throws {
    let transport = InstantTransport()
    let api = try PeerAPI("http://127.0.0.1:1/")
    let request = HTTPRequest(url: api.baseURL.appending(path: "small.json"))
    let bare = try await best { _ = try await transport.send(request).body.collect(upTo: 1 << 20) }
    let chain = transport.wrapped(in: MiddlewareStack.standard.middleware)
    let stacked = try await best { _ = try await chain.send(request).body.collect(upTo: 1 << 20) }
    let plain = APIClient(api: api, transport: transport)
    let typed = try await best { _ = try await plain.send(Small()) }
    let client = APIClient(api: api, transport: transport, stack: .standard)
    let whole = try await best { _ = try await client.send(Small()) }
    let decoder = JSONDecoder()
    let decoding = try await best { _ = try decoder.decode(Small.Response.self, from: transport.answer) }
    print(
      "middleware=\(stacked - bare) client=\(typed - bare) both=\(whole - bare) decoding=\(decoding)"
    )
  }

  /// Microseconds each, in the best of some rounds.
  private func best(_ body: () async throws -> Void) async throws -> Double {
    var best = Double.infinity
    for _ in 0..<Self.rounds {
      let time = try await seconds { for _ in 0..<Self.count { try await body() } }
      best = min(best, time / Double(Self.count) * 1e6)
    }
    return best
  }
}
