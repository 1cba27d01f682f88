import Foundation
import Networking

/// Step one: `GET /`.
struct NextPathEndpoint: Endpoint {
  typealias API = CounterAPI

  struct Response: Decodable, Sendable {
    let nextPath: URL

    enum CodingKeys: String, CodingKey {
      case nextPath = "next_path"
    }
  }

  var path: EndpointPath { "" }
}
