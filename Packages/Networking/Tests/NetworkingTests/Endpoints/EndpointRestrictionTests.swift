import Foundation
import Testing

/// Builds snippets against the module as this test was built with it: what a user of the package would see.
@Suite("A client is restricted to its own service's endpoints", .timeLimit(.minutes(2)))
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

  @Test("its own endpoint compiles, through the concrete and the type-erased client")
  func ownEndpointCompiles() throws {
    let result = try SnippetCompiler.check(
      Self.declarations + """
        func use(_ client: APIClient<CounterAPI>, _ any: any NetworkClient<CounterAPI>) async throws(NetworkError) -> Data {
          _ = try await client.send(NextPath())
          return try await any.send(NextPath())
        }
        """
    )
    #expect(result.isSuccess, "\(result.diagnostics)")
  }

  @Test(
    "another service's endpoint is a compile-time error",
    arguments: ["APIClient<CounterAPI>", "any NetworkClient<CounterAPI>", "some NetworkClient<CounterAPI>"]
  )
  func foreignEndpointDoesNotCompile(client: String) throws {
    let result = try SnippetCompiler.check(
      Self.declarations + """
        func use(_ client: \(client)) async throws(NetworkError) -> Data {
          try await client.send(Forecast())
        }
        """
    )
    #expect(!result.isSuccess)
    #expect(result.errors.count == 1, "\(result.diagnostics)")
    let expected =
      "instance method 'send' requires the types 'CounterAPI' and 'Forecast.API' (aka 'WeatherAPI') be equivalent"
    #expect(result.errors.first?.contains(expected) == true, "\(result.diagnostics)")
  }
}
