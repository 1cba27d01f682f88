public import Foundation
public import Networking

/// The price list: `GET /v1/prices` has prices in US dollars, `GET /v2/prices` has euro beside them for some of the coins.
///
/// The service's documentation gives the documents, not where they are; these paths below the base URL are this program's.
public struct PriceListAPI: ServiceAPI {
  /// Where the service is.
  public let baseURL: URL

  /// Makes the service's description.
  public init(baseURL: URL) { self.baseURL = baseURL }

  /// The service's words, also where they came with status 200.
  public func errorMessage(in body: Data, of response: HTTPResponse) -> String? {
    PriceListRefusal(body)?.message
  }
}
