public import Foundation
public import Networking

/// The counter service: `GET /` hands out a path, `GET` of that path a code.
public struct CounterAPI: ServiceAPI {
  /// Where the service is.
  public let baseURL: URL

  /// Makes the service's description.
  public init(baseURL: URL) { self.baseURL = baseURL }
}
