// Typed requests through Networking's default client: COUNT requests, CONCURRENCY at a time. Prints the seconds.
import Foundation
import Networking

struct PeerAPI: ServiceAPI {
  let baseURL: URL
}

struct Small: Endpoint {
  typealias API = PeerAPI

  struct Response: Decodable, Sendable {
    let id: Int
    let title: String
  }

  var path: EndpointPath { "small.json" }
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let url = URL(string: arguments[1]), let count = Int(arguments[2]),
  let concurrency = Int(arguments[3])
else { fatalError("usage: networking-client URL COUNT CONCURRENCY") }

let client = APIClient(api: PeerAPI(baseURL: url), transport: try SystemTransport.make())

@Sendable func send(_ number: Int) async throws {
  for _ in 0..<number {
    let response = try await client.send(Small())
    precondition(response.id == 7)
  }
}

try await send(50)
let start = ContinuousClock.now
try await withThrowingTaskGroup(of: Void.self) { group in
  for _ in 0..<concurrency { group.addTask { try await send(count / concurrency) } }
  try await group.waitForAll()
}
let (seconds, attoseconds) = (ContinuousClock.now - start).components
print(Double(seconds) + Double(attoseconds) / 1e18)
