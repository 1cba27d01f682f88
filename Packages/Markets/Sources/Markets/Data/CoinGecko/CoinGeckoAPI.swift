public import Foundation
public import Networking

/// CoinGecko's public market data, version 3.
public struct CoinGeckoAPI: ServiceAPI {
  /// Where the service is, with `/api/v3`.
  public let baseURL: URL
  /// The key, if there is one.
  public let key: CoinGeckoKey?

  /// The public service, for demo keys and for none.
  public static let publicRoot = "https://api.coingecko.com"
  /// The paid service.
  public static let paidRoot = "https://pro-api.coingecko.com"

  /// Makes the service's description.
  ///
  /// - Parameters:
  ///   - root: The address of the service; `/api/v3` is added unless it ends so.
  ///   - key: The key, if there is one.
  public init(root: URL, key: CoinGeckoKey? = nil) {
    let path = root.path(percentEncoded: true)
    let isComplete = path.hasSuffix("/api/v3") || path.hasSuffix("/api/v3/")
    baseURL = isComplete ? root : root.appending(path: "api/v3")
    self.key = key
  }

  /// Accepts JSON, and carries the key; a key that can't stand in a field is left out, and the service then asks for it.
  public var defaultHeaders: HTTPFields {
    var headers: HTTPFields = [.accept: "application/json"]
    if let key { headers.append(key.field.name, key.field.value) }
    return headers
  }

  /// The service's words in any of their three forms.
  public func errorMessage(in body: Data, of response: HTTPResponse) -> String? {
    CoinGeckoErrorBody(body)?.message.map { String($0.prefix(ServiceFailure.excerptLimit)) }
  }
}
