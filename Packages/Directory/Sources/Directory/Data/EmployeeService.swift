public import Foundation
public import Networking

/// Employees from the service, over a client that can send nothing but the directory's endpoints.
public struct EmployeeService: EmployeeRepository {
  private let client: any NetworkClient<DirectoryAPI>
  private let scenario: DirectoryScenario

  /// Makes a repository.
  ///
  /// - Parameters:
  ///   - client: Sends the requests.
  ///   - scenario: Which of the service's lists is asked for.
  public init(client: any NetworkClient<DirectoryAPI>, scenario: DirectoryScenario = .normal) {
    self.client = client
    self.scenario = scenario
  }

  /// Asks the service, always.
  public func readEmployees() async throws(DirectoryError) -> EmployeeReading {
    do throws(NetworkError) {
      return try await client.send(EmployeesEndpoint(list))
    } catch {
      throw .service(error)
    }
  }

  private var list: EmployeesEndpoint.List {
    switch scenario {
    case .normal: .normal
    case .malformed: .malformed
    case .empty: .empty
    case .random: EmployeesEndpoint.List.allCases.randomElement() ?? .normal
    }
  }
}

/// The employee directory: one list, below a base URL.
public struct DirectoryAPI: ServiceAPI {
  /// Where the service is, such as `https://s3.amazonaws.com/sq-mobile-interview`.
  public let baseURL: URL

  /// Makes the service's description.
  public init(baseURL: URL) { self.baseURL = baseURL }
}

/// Which of the service's lists is asked for; the raw value is the word for command lines.
public enum DirectoryScenario: String, Sendable, Hashable, CaseIterable {
  /// The list.
  case normal
  /// The one that the service keeps for trying out what becomes of malformed entries.
  case malformed
  /// The one without employees.
  case empty
  /// One of the three, another one at every load.
  case random
}

/// `GET` of a list: `employees.json`, `employees_malformed.json` or `employees_empty.json`.
///
/// The answer is never stored: people's data is not to be found in a cache.
struct EmployeesEndpoint: Endpoint {
  /// Whose endpoint it is.
  typealias API = DirectoryAPI

  /// The lists that the service has.
  enum List: String, Sendable, Hashable, CaseIterable {
    /// The employees.
    case normal = "employees.json"
    /// Some entries are malformed.
    case malformed = "employees_malformed.json"
    /// There are none.
    case empty = "employees_empty.json"
  }

  /// The most bytes that a list may have: 256 MiB, room for half a million employees.
  static let sizeLimit = 256 << 20

  private let list: List

  /// Makes the endpoint of a list.
  init(_ list: List = .normal) { self.list = list }

  /// The name of the list.
  var path: EndpointPath { "\(list.rawValue)" }

  /// Nothing is stored; somebody waits.
  var context: MessageContext {
    var context = MessageContext()
    context[CachePolicy.self] = .neverStore
    context[RequestPriority.self] = .interactive
    return context
  }

  /// ``sizeLimit``.
  var responseSizeLimit: Int { Self.sizeLimit }

  /// Reads every entry, the good ones and the others.
  func response(from response: HTTPResponse, api: DirectoryAPI) async throws(NetworkError) -> EmployeeReading {
    let data = try await response.body.collect(upTo: responseSizeLimit)
    do {
      return try EmployeesDocument.reading(of: data)
    } catch {
      throw .decoding(DecodingFailure(error, data: data, url: RedactedURL(response.url)))
    }
  }
}
