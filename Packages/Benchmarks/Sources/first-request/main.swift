import Networking

#if canImport(FoundationEssentials)
// All of Foundation would take longer to load; see the article Deploying.
import FoundationEssentials
#else
import Foundation
#endif

// The smallest client: it sends one request with the standard stack, then ends. Its parent process measures the time.

guard CommandLine.arguments.count == 2, let url = URL(string: CommandLine.arguments[1]) else {
  fatalError("usage: first-request URL")
}
let client = APIClient(api: PeerAPI(baseURL: url), transport: try SystemTransport.make(), stack: .standard)
let response = try await client.send(Small())
guard response.id == 7 else { fatalError("The response is wrong: \(response)") }

struct PeerAPI: ServiceAPI {
  let baseURL: URL
}

struct Small: Endpoint {
  typealias API = PeerAPI

  struct Response: Codable, Sendable {
    let id: Int
    let title: String
  }

  var path: EndpointPath { "small.json" }
}
