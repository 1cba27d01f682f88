public import Foundation
public import Networking

/// The counter service: `GET /` returns a path, and `GET` of that path returns a code.
public struct CounterAPI: ServiceAPI {
  /// The address of the service.
  public let baseURL: URL

  /// Creates the API for a base URL.
  public init(baseURL: URL) { self.baseURL = baseURL }
}

/// Sends the counter service's two requests, through a client that can send no others.
public struct CounterServiceProvider: CounterServiceProviding {
  private let client: any NetworkClient<CounterAPI>

  /// Creates a provider that sends its requests through a client.
  public init(client: any NetworkClient<CounterAPI>) { self.client = client }

  /// Sends `GET /`.
  public func requestNextPath() async throws -> URL {
    try await client.send(NextPathEndpoint()).nextPath
  }

  /// Requests the code at a path.
  ///
  /// Status 400 means that another client has since requested a new path.
  public func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer {
    do throws(NetworkError) {
      return .code(try await client.send(ResponseCodeEndpoint(nextPath: path)).responseCode)
    } catch .status(let failure) where failure.status == .badRequest {
      return .pathSuperseded(serviceMessage: failure.serviceMessage)
    }
  }
}

/// The first request, `GET /`.
struct NextPathEndpoint: Endpoint {
  typealias API = CounterAPI

  struct Response: Decodable, Sendable {
    let nextPath: URL

    enum CodingKeys: String, CodingKey {
      case nextPath = "next_path"
    }
  }

  var path: EndpointPath { "" }
}

/// The second request, `GET` of the path from the first response.
struct ResponseCodeEndpoint: Endpoint {
  typealias API = CounterAPI

  struct Response: Decodable, Sendable {
    let responseCode: ResponseCode

    enum CodingKeys: String, CodingKey {
      case responseCode = "response_code"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      guard let code = ResponseCode(try container.decode(String.self, forKey: .responseCode)) else {
        throw DecodingError.dataCorruptedError(forKey: .responseCode, in: container, debugDescription: "it is empty")
      }
      responseCode = code
    }
  }

  let nextPath: URL

  var path: EndpointPath { .link(nextPath) }
}
