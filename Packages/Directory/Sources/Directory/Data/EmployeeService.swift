public import Foundation
public import Networking

/// Requests employees from the service, through a client that can send only the directory's endpoints.
public struct EmployeeService: EmployeeRepository {
  private let client: any NetworkClient<DirectoryAPI>
  private let scenario: @Sendable () async -> DirectoryScenario

  /// Creates a repository.
  ///
  /// Every load calls `scenario`, so the scenario can change between loads.
  public init(
    client: any NetworkClient<DirectoryAPI>,
    scenario: @escaping @Sendable () async -> DirectoryScenario = { .normal }
  ) {
    self.client = client
    self.scenario = scenario
  }

  /// Requests the list, which is never cached.
  public func readEmployees() async throws(DirectoryError) -> EmployeeReading {
    let list = Self.list(of: await scenario())
    do throws(NetworkError) {
      return try await client.send(EmployeesEndpoint(list))
    } catch {
      throw .service(error)
    }
  }

  private static func list(of scenario: DirectoryScenario) -> EmployeesEndpoint.List {
    switch scenario {
    case .normal: .normal
    case .malformed: .malformed
    case .empty: .empty
    case .random: EmployeesEndpoint.List.allCases.randomElement() ?? .normal
    }
  }
}

/// The employee directory service, which provides lists of employees below a base URL.
public struct DirectoryAPI: ServiceAPI {
  /// The address of the service, such as `https://s3.amazonaws.com/sq-mobile-interview`.
  public let baseURL: URL

  /// Creates the API for a base URL.
  public init(baseURL: URL) { self.baseURL = baseURL }
}

/// One of the service's lists.
///
/// The raw value is its name in settings and on the command line.
public enum DirectoryScenario: String, Sendable, Hashable, CaseIterable {
  /// The regular list.
  case normal
  /// The list with malformed entries, which loads with an error.
  case malformed = "error"
  /// The list that contains no employees.
  case empty
  /// One of the other lists at random, chosen at every load.
  case random
}

/// A `GET` request for a list.
///
/// Responses are never stored, because a cache must not contain personal data.
struct EmployeesEndpoint: Endpoint {
  typealias API = DirectoryAPI

  enum List: String, Sendable, Hashable, CaseIterable {
    case normal = "employees.json"
    case malformed = "employees_malformed.json"
    case empty = "employees_empty.json"
  }

  /// The maximum size of a list: 256 MiB, enough for half a million employees.
  static let sizeLimit = 256 << 20

  private let list: List

  init(_ list: List = .normal) { self.list = list }

  var path: EndpointPath { "\(list.rawValue)" }

  var context: MessageContext {
    var context = MessageContext()
    context[CachePolicy.self] = .neverStore
    context[RequestPriority.self] = .interactive
    return context
  }

  var responseSizeLimit: Int { Self.sizeLimit }

  func response(from response: HTTPResponse, api: DirectoryAPI) async throws(NetworkError) -> EmployeeReading {
    let data = try await response.body.collect(upTo: responseSizeLimit)
    do {
      return try EmployeesDocument.reading(of: data)
    } catch {
      throw .decoding(DecodingFailure(error, data: data, url: RedactedURL(response.url)))
    }
  }
}
