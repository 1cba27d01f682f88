import Foundation
import Networking

/// Step two: `GET` of the path that step one handed out.
struct ResponseCodeEndpoint: Endpoint {
  typealias API = CounterAPI

  struct Response: Decodable, Sendable {
    let responseCode: ResponseCode

    enum CodingKeys: String, CodingKey {
      case responseCode = "response_code"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard let code = ResponseCode(try container.decode(String.self, forKey: .responseCode)) else {
        throw DecodingError.dataCorruptedError(forKey: .responseCode, in: container, debugDescription: "it is empty")
      }
      responseCode = code
    }
  }

  let nextPath: URL

  var path: EndpointPath { .link(nextPath) }
}
