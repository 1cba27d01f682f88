import Foundation
import LoopbackServer
import Networking

struct LibraryAPI: ServiceAPI {
  let baseURL: URL
}

/// A page of titles, with the link to the next page from the response's `Link` field.
struct Titles: Endpoint {
  typealias API = LibraryAPI
  struct Response: Sendable {
    let titles: [String]
    let next: URL?
  }

  var path: EndpointPath = "titles"

  func response(from response: HTTPResponse, api: LibraryAPI) async throws(NetworkError) -> Response {
    let bytes = try await response.body.collect(upTo: responseSizeLimit)
    let titles = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    return Response(titles: titles, next: response.link("next")?.target)
  }
}

let server = try LoopbackServer { request in
  let page = request.queryValue("page").flatMap(Int.init) ?? 1
  let response = ServerResponse.text("Volume \(page)\n")
  return page < 3 ? response.header("Link", "</titles?page=\(page + 1)>; rel=\"next\"") : response
}
defer { server.stop() }

let client = APIClient(api: LibraryAPI(baseURL: server.url), transport: try SystemTransport.make())
var request: Titles? = Titles()
while let current = request {
  let page = try await client.send(current)
  print(page.titles.joined(separator: ", "))
  // Sending a request with a link to another origin fails.
  request = page.next.map { Titles(path: .link($0)) }
}
