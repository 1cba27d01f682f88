import Foundation
import Networking

struct CatalogAPI: ServiceAPI {
  var baseURL: URL
}

/// A second service, for verifying that clients can't send another service's endpoints.
struct WeatherAPI: ServiceAPI {
  var baseURL: URL
}

struct Article: Decodable, Hashable, Sendable {
  let title: String
  let pages: Int
}

struct ArticleEndpoint: Endpoint {
  typealias API = CatalogAPI
  typealias Response = Article

  var identifier = "7"
  var query: [URLQueryItem] = []
  var path: EndpointPath { "articles/\(identifier)" }
}

extension URL {
  static func test(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("'\(text)' isn't a URL") }
    return url
  }
}

/// A SplitMix64 generator with a seed; the seed makes failing inputs reproducible.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
