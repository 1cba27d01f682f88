public import Foundation
public import Networking

/// The API of a service that returns a path for `GET /` and a code for a `GET` request to that path.
public struct CounterAPI: ServiceAPI {
  /// The service's base URL.
  public let baseURL: URL

  /// Creates the API for a base URL.
  public init(baseURL: URL) { self.baseURL = baseURL }
}

/// A provider that can send only the counter service's two requests.
public struct CounterServiceProvider: CounterServiceProviding {
  private let client: any NetworkClient<CounterAPI>

  /// Creates a provider that sends its requests through a client.
  public init(client: any NetworkClient<CounterAPI>) { self.client = client }

  /// Sends `GET /` and returns the next path.
  public func requestNextPath() async throws -> URL {
    try await client.send(NextPathEndpoint()).nextPath
  }

  /// Requests the code at a path; status 400 means that another client has requested a new path in the meantime.
  public func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer {
    do throws(NetworkError) {
      return .code(try await client.send(ResponseCodeEndpoint(nextPath: path)).responseCode)
    } catch .status(let failure) where failure.status == .badRequest {
      return .pathSuperseded(serviceMessage: failure.serviceMessage)
    }
  }
}

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

/// The request for the code at the path from the first response.
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
