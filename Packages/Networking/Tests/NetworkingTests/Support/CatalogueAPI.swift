import Foundation
import Networking

/// A made-up service for tests.
struct CatalogueAPI: ServiceAPI {
  var baseURL: URL
}

/// Another one, to show that endpoints of one can't be sent to the other.
struct WeatherAPI: ServiceAPI {
  var baseURL: URL
}

struct Article: Decodable, Hashable, Sendable {
  let title: String
  let pages: Int
}

struct ArticleEndpoint: Endpoint {
  typealias API = CatalogueAPI
  typealias Response = Article

  var identifier = "7"
  var query: [URLQueryItem] = []
  var path: EndpointPath { "articles/\(identifier)" }
}

extension URL {
  /// A URL that a test wrote down; a mistake in it is the test's.
  static func test(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("'\(text)' is no URL") }
    return url
  }
}

/// Reproducible random numbers (SplitMix64), so that a failing input can be found again.
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
