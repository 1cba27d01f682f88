import Foundation
import Testing

/// A test that compiles code against Networking to verify the errors that users would see.
@Suite("Compile-time endpoint checks")
struct EndpointRestrictionTests {
  private static let declarations = """
    import Foundation
    import Networking

    struct CounterAPI: ServiceAPI { let baseURL: URL }
    struct WeatherAPI: ServiceAPI { let baseURL: URL }

    struct NextPath: Endpoint {
      typealias API = CounterAPI
      typealias Response = Data
      var path: EndpointPath { "" }
    }

    struct Forecast: Endpoint {
      typealias API = WeatherAPI
      typealias Response = Data
      var path: EndpointPath { "forecast" }
    }

    """

  /// Code that must not compile, and part of the expected message.
  private static let rejected: [(code: String, message: String)] =
    ["APIClient<CounterAPI>", "any NetworkClient<CounterAPI>", "some NetworkClient<CounterAPI>"].map { client in
      (
        "func use(_ client: \(client)) async throws(NetworkError) -> Data { try await client.send(Forecast()) }",
        "instance method 'send' requires the types 'CounterAPI' and 'Forecast.API' (aka 'WeatherAPI') be equivalent"
      )
    }
    + nearMisses.enumerated().map { number, row in
      (
        "struct Endpoint\(number): Endpoint { typealias API = CounterAPI; typealias Response = Data; "
          + "var path: EndpointPath { \"\" }; \(row.member) }",
        row.message
      )
    }
    + [
      (
        "struct FirstAPI: ServiceAPI { let baseURL: URL; var defaultHeaders: [String: String] { [:] } }",
        "declare 'var defaultHeaders: HTTPFields'"
      ),
      (
        "struct SecondAPI: ServiceAPI { let baseURL: URL; var decoder: JSONDecoder? { nil } }",
        "'var decoder: JSONDecoder'"
      ),
    ]

  /// The almost correct members, each with part of the expected message.
  private static let nearMisses: [(member: String, message: String)] = [
    ("var method: String { \"POST\" }", "a member would be ignored; declare 'var method: HTTPMethod'"),
    ("var query: [String: String] { [:] }", "a member would be ignored"),
    ("let query: [URLQueryItem]?", "a member would be ignored"),
    ("var headers: [String: String] { [:] }", "a member would be ignored"),
    ("func body() throws -> RequestBody { .form([]) }", "a member would be ignored"),
    ("func body() -> Data? { nil }", "a member would be ignored"),
    ("var body: RequestBody? { nil }", "this 'body' would be ignored"),
    ("let body: [String: Int]", "this 'body' would be ignored"),
    ("var header: HTTPFields { [:] }", "no 'httpMethod', 'queryItems', 'header' or 'httpBody'"),
    ("var queryItems: [URLQueryItem] { [] }", "no 'httpMethod', 'queryItems', 'header' or 'httpBody'"),
    ("let httpMethod = \"POST\"", "no 'httpMethod', 'queryItems', 'header' or 'httpBody'"),
    ("var acceptedStatuses: [HTTPStatus] { [404] }", "'var acceptedStatuses: Set<HTTPStatus>'"),
    ("var timeouts: Duration { .seconds(1) }", "'var timeouts: Timeouts?'"),
    ("var httpBody: Data? { nil }", "no 'httpMethod', 'queryItems', 'header' or 'httpBody'"),
  ]

  @Test("rejects endpoints for other services, and members that almost match a requirement, with a useful message")
  func mistakesDoNotCompile() throws {
    let result = try SnippetCompiler.check(Self.declarations + Self.rejected.map(\.code).joined(separator: "\n"))
    #expect(!result.isSuccess)
    let firstLine = Self.declarations.split(separator: "\n", omittingEmptySubsequences: false).count
    for (index, row) in Self.rejected.enumerated() {
      let errors = result.errors.filter { $0.contains("Snippet.swift:\(firstLine + index):") }
      #expect(errors.contains { $0.contains(row.message) }, "\(row.code): \(errors)")
    }
  }

  @Test(
    "accepts endpoints for the same service, and body and response methods that throw any type of error or don't throw"
  )
  func naturalSpellingsCompile() throws {
    let beginning = "typealias API = CounterAPI; var path: EndpointPath { \"\" };"
    let result = try SnippetCompiler.check(
      Self.declarations + """
        struct Untyped: Endpoint { \(beginning) typealias Response = Data
          func body() throws -> RequestBody? { try .json(1) } }
        struct Typed: Endpoint { \(beginning) typealias Response = Data
          func body() throws(NetworkError) -> RequestBody? { try .json(1) } }
        struct Plain: Endpoint { \(beginning) typealias Response = Data
          let query: [URLQueryItem]
          var method = HTTPMethod.post
          var headers: HTTPFields = ["A": "b"]
          func body() -> RequestBody? { .form([]) } }
        struct Reading: Endpoint { \(beginning)
          func response(from response: HTTPResponse, api: CounterAPI) async throws -> [Int] { [] } }
        func send(_ client: APIClient<CounterAPI>, _ any: any NetworkClient<CounterAPI>) async throws(NetworkError) -> Data {
          _ = try await client.send(NextPath())
          return try await any.send(NextPath())
        }
        func use<E: Endpoint>(_ endpoint: E, _ erased: any Endpoint<CounterAPI, Data>) throws -> (HTTPFields, RequestBody?) {
          _ = try erased.body()
          let query: [URLQueryItem] = endpoint.query
          let method: HTTPMethod = endpoint.method
          _ = (query, method, Untyped().headers, Untyped().method)
          return (endpoint.headers, try endpoint.body())
        }
        """
    )
    #expect(result.isSuccess, "\(result.diagnostics)")
  }
}
