import Foundation
import LoopbackServer
import Networking

struct LibraryAPI: ServiceAPI {
  let baseURL: URL
}

struct Titles: Endpoint {
  typealias API = LibraryAPI
  typealias Response = [String]

  let policy: CachePolicy
  var path: EndpointPath { "titles" }
  var context: MessageContext {
    var context = MessageContext()
    context[CachePolicy.self] = policy
    return context
  }
}

/// Shows the stored list immediately, and then the current list if the service responds.
func showList(_ client: APIClient<LibraryAPI>) async {
  if let stored = try? await client.send(Titles(policy: .offline)) { print("  stored:  \(stored)") }
  do throws(NetworkError) {
    print("  current: \(try await client.send(Titles(policy: .refresh)))")
  } catch {
    print("  \(error.message)")
  }
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
defer { try? FileManager.default.removeItem(at: folder) }
let script = ScriptedResponses([
  .json(["Dune"]).header("Cache-Control", "max-age=60"),
  .json(["Dune", "Emma"]).header("Cache-Control", "max-age=60"),
])
let server = try LoopbackServer(handler: script.handler)

var stack = MiddlewareStack.standard
stack.cache = HTTPCache(configuration: .init(folder: folder, sizeLimit: 8 << 20))
stack.retrier = nil
let client = APIClient(api: LibraryAPI(baseURL: server.url), transport: try SystemTransport.make(), stack: stack)

print("First start:")
await showList(client)
print("Second start:")
await showList(client)
server.stop()
print("Third start, without a network:")
await showList(client)
