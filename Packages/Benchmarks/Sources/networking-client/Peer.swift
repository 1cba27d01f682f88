import Foundation
import Networking

/// The service of the benchmark.
struct PeerAPI: ServiceAPI {
  let baseURL: URL

  init(_ text: String) throws {
    guard let url = URL(string: text) else { throw UsageError() }
    baseURL = url
  }
}

/// Its small answer.
struct Small: Endpoint {
  typealias API = PeerAPI

  struct Response: Codable, Sendable {
    let id: Int
    let title: String
  }

  var path: EndpointPath { "small.json" }
}

/// The same with a URL of its own, so that no two requests at the same time can share an answer.
struct Numbered: Endpoint {
  typealias API = PeerAPI
  typealias Response = Small.Response

  let number: Int

  var path: EndpointPath { "small.json" }
  var query: [URLQueryItem] { [URLQueryItem(name: "number", value: String(number))] }
}

/// A command line that is none.
struct UsageError: Error, CustomStringConvertible {
  var description: String {
    """
    usage: networking-client requests URL COUNT CONCURRENCY | once URL | get URL | own-cost | cache | download URL FILE \
    | queued URL COUNT
    """
  }
}

/// An answer that is not the one that was expected.
struct WrongAnswer: Error, CustomStringConvertible {
  let description: String
}

/// A number of a command line.
func number(_ text: String) throws -> Int {
  guard let number = Int(text), number > 0 else { throw UsageError() }
  return number
}

/// The seconds that something takes.
func seconds(_ body: () async throws -> Void) async rethrows -> Double {
  let start = ContinuousClock.now
  try await body()
  let (seconds, attoseconds) = (ContinuousClock.now - start).components
  return Double(seconds) + Double(attoseconds) / 1e18
}
