// What Networking is measured by; each command prints one line of `name=value` words.
import Foundation
import Networking

do {
  switch Array(CommandLine.arguments.dropFirst()) {
  case let words where words.count == 4 && words[0] == "requests":
    try await RequestRate(url: words[1], count: words[2], concurrency: words[3]).run()
  case let words where words.count == 2 && words[0] == "once":
    try await FirstRequest(url: words[1]).run()
  case let words where words.count == 2 && words[0] == "get":
    guard let url = URL(string: words[1]) else { throw UsageError() }
    let response = try await SystemTransport.make().send(HTTPRequest(url: url))
    FileHandle.standardOutput.write(try await response.body.collect(upTo: 1 << 20))
  case ["own-cost"]:
    try await OwnCost().run()
  case ["cache"]:
    try await CacheHits().run()
  case let words where words.count == 3 && words[0] == "download":
    try await Download(url: words[1], path: words[2]).run()
  case let words where words.count == 3 && words[0] == "queued":
    try await QueuedRequests(url: words[1], count: words[2]).run()
  default:
    throw UsageError()
  }
} catch {
  FileHandle.standardError.write(Data("networking-client: \(error)\n".utf8))
  exit(error is UsageError ? 2 : 1)
}
