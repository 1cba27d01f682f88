public import Foundation
public import Networking

/// The place of one photo; photos may be on any host, as the directory's list says.
public struct PhotoAPI: ServiceAPI {
  /// The photo's own URL.
  public let baseURL: URL

  /// Makes the description of a place.
  public init(baseURL: URL) { self.baseURL = baseURL }

  /// Accepts pictures.
  public var defaultHeaders: HTTPFields { [.accept: "image/png, image/jpeg;q=0.9, image/*;q=0.5"] }
}
