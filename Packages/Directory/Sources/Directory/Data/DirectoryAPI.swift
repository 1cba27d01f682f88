public import Foundation
public import Networking

/// The employee directory: one list, below a base URL.
public struct DirectoryAPI: ServiceAPI {
  /// Where the service is, such as `https://s3.amazonaws.com/sq-mobile-interview`.
  public let baseURL: URL

  /// Makes the service's description.
  public init(baseURL: URL) { self.baseURL = baseURL }
}
