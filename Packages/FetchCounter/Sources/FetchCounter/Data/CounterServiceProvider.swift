public import Foundation
public import Networking

/// The two requests over a client that can send nothing but the counter service's endpoints.
public struct CounterServiceProvider: CounterServiceProviding {
  private let client: any NetworkClient<CounterAPI>

  /// Makes a provider.
  public init(client: any NetworkClient<CounterAPI>) { self.client = client }

  /// Step one.
  public func requestNextPath() async throws -> URL {
    try await client.send(NextPathEndpoint()).nextPath
  }

  /// Step two.
  ///
  /// The service's 400 means that another client has asked for a next path since.
  public func requestResponseCode(at path: URL) async throws -> ResponseCodeAnswer {
    do throws(NetworkError) {
      return .code(try await client.send(ResponseCodeEndpoint(nextPath: path)).responseCode)
    } catch .status(let failure) where failure.status == .badRequest {
      return .pathSuperseded(serviceMessage: failure.serviceMessage)
    }
  }
}
