import Foundation
import Networking

// The client for the networking benchmark. Each command prints one line of `name=value` words.

do {
  switch Array(CommandLine.arguments.dropFirst()) {
  case let words where (6...7).contains(words.count) && words[0] == "requests":
    try await RequestRate(
      stack: words[1],
      version: words[2],
      url: words[3],
      count: words[4],
      concurrency: words[5],
      certificate: words.count == 7 ? words[6] : nil
    ).run()
  case let words where words.count == 2 && words[0] == "get":
    guard let url = URL(string: words[1]) else { throw UsageError() }
    let response = try await SystemTransport.make().send(HTTPRequest(url: url))
    FileHandle.standardOutput.write(try await response.body.collect(upTo: 1 << 20))
  case ["own-cost"]:
    try await OwnCost().run()
  case ["cache"]:
    try await CacheHits().run()
  case let words where (2...3).contains(words.count) && words[0] == "download":
    try await Download(url: words[1], path: words.count == 3 ? words[2] : nil).run()
  case let words where words.count == 3 && words[0] == "queued":
    try await QueuedRequests(url: words[1], count: words[2]).run()
  default:
    throw UsageError()
  }
} catch {
  FileHandle.standardError.write(Data("networking-client: \(error)\n".utf8))
  exit(error is UsageError ? 2 : 1)
}

struct PeerAPI: ServiceAPI {
  let baseURL: URL

  init(_ text: String) throws {
    guard let url = URL(string: text) else { throw UsageError() }
    baseURL = url
  }
}

struct Small: Endpoint {
  typealias API = PeerAPI

  struct Response: Codable, Sendable {
    let id: Int
    let title: String
  }

  var path: EndpointPath { "small.json" }
}

/// A request for a small response with a distinct URL, so concurrent requests don't share the response.
struct Numbered: Endpoint {
  typealias API = PeerAPI
  typealias Response = Small.Response

  let number: Int

  var path: EndpointPath { "small.json" }
  var query: [URLQueryItem] { [URLQueryItem(name: "number", value: String(number))] }
}

struct UsageError: Error, CustomStringConvertible {
  var description: String {
    """
    usage: networking-client requests plain|standard http1|http2 URL COUNT CONCURRENCY [CERTIFICATE] | get URL \
    | own-cost | cache | download URL [FILE] | queued URL COUNT
    """
  }
}

struct WrongAnswer: Error, CustomStringConvertible {
  let description: String
}

func number(_ text: String) throws -> Int {
  guard let number = Int(text), number > 0 else { throw UsageError() }
  return number
}

func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  return (ContinuousClock.now - start) / .seconds(1)
}
