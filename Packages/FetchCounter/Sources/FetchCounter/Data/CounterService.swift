public import Foundation
public import Networking

/// The counter service: `GET /` hands out a path, `GET` of that path a code.
public struct CounterAPI: ServiceAPI {
  /// Where the service is.
  public let baseURL: URL

  /// Makes the service's description.
  public init(baseURL: URL) { self.baseURL = baseURL }
}

/// The two requests over a client that can send nothing but the counter service's endpoints.
public struct CounterServiceProvider: CounterServiceProviding {
  private let client: any NetworkClient<CounterAPI>

  /// Makes a provider.
  public init(client: any NetworkClient<CounterAPI>) { self.client = client }

  /// Step one.
  public func requestNextPath() async throws -> URL {
    try await client.send(NextPathEndpoint()).nextPath
  }

  /// Step two; the service's 400 means that another client has requested a path since.
  public func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer {
    do throws(NetworkError) {
      return .code(try await client.send(ResponseCodeEndpoint(nextPath: path)).responseCode)
    } catch .status(let failure) where failure.status == .badRequest {
      return .pathSuperseded(serviceMessage: failure.serviceMessage)
    }
  }
}

/// Step one: `GET /`.
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

/// Step two: `GET` of the path that step one handed out.
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
