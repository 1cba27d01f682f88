// Sends the same requests as networking-client through plain URLSession, decodes the responses in the same way, and
// prints the duration in seconds.
import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct Small: Decodable, Sendable {
  let id: Int
  let title: String
}

let arguments = CommandLine.arguments
guard arguments.count == 4, let base = URL(string: arguments[1]), let count = Int(arguments[2]),
  let concurrency = Int(arguments[3])
else { fatalError("usage: URLSession-client URL COUNT CONCURRENCY") }

let url = base.appending(path: "small.json")
let configuration = URLSessionConfiguration.ephemeral
configuration.httpMaximumConnectionsPerHost = max(6, concurrency)
configuration.urlCache = nil
let session = URLSession(configuration: configuration)

@Sendable func send(_ numbers: Range<Int>) async throws {
  for number in numbers {
    let numbered = url.appending(queryItems: [URLQueryItem(name: "number", value: String(number))])
    let (data, _) = try await session.data(from: numbered)
    let response = try JSONDecoder().decode(Small.self, from: data)
    precondition(response.id == 7)
  }
}

try await send(0..<50)
let start = ContinuousClock.now
try await withThrowingTaskGroup(of: Void.self) { group in
  let share = count / concurrency
  for task in 0..<concurrency { group.addTask { try await send(task * share..<(task + 1) * share) } }
  try await group.waitForAll()
}
let (seconds, attoseconds) = (ContinuousClock.now - start).components
print("seconds=\(Double(seconds) + Double(attoseconds) / 1e18)")
