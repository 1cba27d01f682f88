import Foundation
import Networking
import SampleServices
import Testing

/// A complete response of a service.
struct Answer {
  let status: Int
  let headers: HTTPFields
  let body: Data

  var contentType: String { headers[.contentType] ?? "" }
  var text: String { String(decoding: body, as: UTF8.self) }

  func object() throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
  }

  func list() throws -> [[String: Any]] {
    try #require(try JSONSerialization.jsonObject(with: body) as? [[String: Any]])
  }
}

extension Transport {
  /// Requests a URL, or a path of the host `sample.test:81`.
  func answer(_ address: String, _ method: HTTPMethod = .get, timeouts: Timeouts = Timeouts()) async throws -> Answer {
    let absolute = address.hasPrefix("http") ? address : "http://sample.test:81" + address
    let request = HTTPRequest(method: method, url: try #require(URL(string: absolute)), timeouts: timeouts)
    let response = try await send(request)
    return Answer(
      status: response.status.code,
      headers: response.headers,
      body: try await response.body.collect(upTo: 64 << 20)
    )
  }
}
