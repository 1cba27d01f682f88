import Foundation
import LoopbackServer
import Networking

struct LibraryAPI: ServiceAPI {
  let baseURL: URL
}

/// The titles on one page, which links to the next page in the `Link` field.
struct Titles: Endpoint {
  typealias API = LibraryAPI
  typealias Response = [String]

  var path: EndpointPath { "titles" }
}

let server = try LoopbackServer { request in
  let page = request.queryValue("page").flatMap(Int.init) ?? 1
  let response = ServerResponse.json(["Volume \(page)"])
  return page < 3 ? response.header("Link", "</titles?page=\(page + 1)>; rel=\"next\"") : response
}
defer { server.stop() }

let client = APIClient(api: LibraryAPI(baseURL: server.url), transport: try SystemTransport.make())
// Each page is requested when the loop reaches it; a link to another origin fails.
for try await titles in client.pages(of: Titles()) {
  print(titles.joined(separator: ", "))
}
