public import Foundation
public import Networking

/// An employee repository that can send only one kind of request: a request for the service's employee list.
public struct EmployeeService: EmployeeRepository {
  private let client: any NetworkClient<DirectoryAPI>
  private let scenario: @Sendable () async -> DirectoryScenario

  /// Creates a repository that calls `scenario` for every load, so the scenario can change between loads.
  public init(
    client: any NetworkClient<DirectoryAPI>,
    scenario: @escaping @Sendable () async -> DirectoryScenario = { .normal }
  ) {
    self.client = client
    self.scenario = scenario
  }

  /// Requests the employee list, bypassing the cache.
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

/// The API of the employee directory service, which serves employee lists under a base URL.
public struct DirectoryAPI: ServiceAPI {
  /// The service's base URL, such as `https://s3.amazonaws.com/sq-mobile-interview`.
  public let baseURL: URL

  /// Creates the API for a base URL.
  public init(baseURL: URL) { self.baseURL = baseURL }
}

/// An employee list from the service; the raw value is its name in settings and on the command line.
public enum DirectoryScenario: String, Sendable, Hashable, CaseIterable {
  /// The regular list.
  case normal
  /// A list with malformed entries, which loads only in lenient mode.
  case malformed = "error"
  /// A list without employees.
  case empty
  /// One of the other lists, selected at random for every load.
  case random
}

/// A `GET` request for an employee list; the response is never stored because it contains personal data.
struct EmployeesEndpoint: Endpoint {
  typealias API = DirectoryAPI

  enum List: String, Sendable, Hashable, CaseIterable {
    case normal = "employees.json"
    case malformed = "employees_malformed.json"
    case empty = "employees_empty.json"
  }

  /// The maximum response size: 8 MiB, about twice the size of a list with the maximum number of employees.
  static let sizeLimit = 8 << 20

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
    } catch is EmployeesDocument.TooManyEntries {
      let reason = "the list has more than \(EmployeesDocument.entryLimitText) employees"
      throw .decoding(DecodingFailure(url: RedactedURL(response.url), codingPath: ["employees"], reason: reason))
    } catch {
      throw .decoding(DecodingFailure(error, data: data, url: RedactedURL(response.url)))
    }
  }
}
