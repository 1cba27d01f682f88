import Foundation
import LoopbackServer
import Networking

struct LibraryAPI: ServiceAPI {
  let baseURL: URL
}

struct Book: Endpoint {
  typealias API = LibraryAPI
  struct Response: Decodable, Sendable {
    let title: String
  }

  let id: String
  var path: EndpointPath { "books/\(id)" }
}

let server = try LoopbackServer { request in
  request.path == "/books/7" ? .json(["title": "The Swift Programming Language"]) : .status(404)
}
defer { server.stop() }

let client = APIClient(api: LibraryAPI(baseURL: server.url), transport: try SystemTransport.make())
for id in ["7", "8"] {
  do throws(NetworkError) {
    print("Book \(id): \(try await client.send(Book(id: id)).title)")
  } catch {
    print("Book \(id): \(error.message) \(error.recoverySuggestion ?? "")")
  }
}
