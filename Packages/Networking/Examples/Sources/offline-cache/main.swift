import Foundation
import LoopbackServer
import Networking

struct LibraryAPI: ServiceAPI {
  let baseURL: URL
}

struct Titles: Endpoint {
  typealias API = LibraryAPI
  typealias Response = [String]
  var path: EndpointPath { "titles" }
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: folder) }
let script = ScriptedResponses([.json(["Dune", "Emma"]).header("Cache-Control", "max-age=60")])
let server = try LoopbackServer(handler: script.handler)

let cache = HTTPCache(configuration: .init(folder: folder, sizeLimit: 8 << 20))
var stack = MiddlewareStack.standard
stack.cache = cache
let client = APIClient(api: LibraryAPI(baseURL: server.url), transport: try SystemTransport.make(), stack: stack)

print(try await client.send(Titles()))
print(try await client.send(Titles()))
print("The service was asked \(script.requests.count) time(s) for two responses.")

server.stop()
cache.isOffline = true
print("Offline: \(try await client.send(Titles()))")
cache.clear()
do throws(NetworkError) {
  print(try await client.send(Titles()))
} catch {
  print("Offline, without an entry: \(error.message)")
}
