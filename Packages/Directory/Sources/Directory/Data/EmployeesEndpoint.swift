import Foundation
public import Networking

/// `GET` of a list: `employees.json`, `employees_malformed.json` or `employees_empty.json`.
///
/// The answer is never stored: people's data is not to be found in a cache.
public struct EmployeesEndpoint: Endpoint {
  /// Whose endpoint it is.
  public typealias API = DirectoryAPI

  /// The lists that the service has.
  public enum List: String, Sendable, Hashable, CaseIterable {
    /// The employees.
    case normal = "employees.json"
    /// Some entries are malformed.
    case malformed = "employees_malformed.json"
    /// There are none.
    case empty = "employees_empty.json"
  }

  /// The most bytes that a list may have: 256 MiB, room for half a million employees.
  public static let sizeLimit = 256 << 20

  private let list: List

  /// Makes the endpoint of a list.
  public init(_ list: List = .normal) { self.list = list }

  /// The name of the list.
  public var path: EndpointPath { "\(list.rawValue)" }

  /// Nothing is stored; somebody waits.
  public var context: MessageContext {
    var context = MessageContext()
    context[CachePolicy.self] = .neverStore
    context[RequestPriority.self] = .interactive
    return context
  }

  /// ``sizeLimit``.
  public var responseSizeLimit: Int { Self.sizeLimit }

  /// Reads every entry, the good ones and the others.
  public func response(from response: HTTPResponse, api: DirectoryAPI) async throws(NetworkError) -> EmployeeReading {
    let data = try await response.body.collect(upTo: responseSizeLimit)
    do {
      return try EmployeesDocument.reading(of: data)
    } catch {
      throw .decoding(DecodingFailure(error, data: data, url: RedactedURL(response.url)))
    }
  }
}
