/// Sends the endpoints of one service.
///
/// A feature holds `any NetworkClient<ItsAPI>`; sending it another service's endpoint does not compile.
public protocol NetworkClient<API>: Sendable {
  /// The service whose endpoints it sends.
  associatedtype API: ServiceAPI

  /// The service.
  var api: API { get }

  /// Sends an endpoint and waits for its response.
  ///
  /// - Parameter endpoint: What to ask.
  /// - Returns: The decoded answer.
  /// - Throws: Why there is none; ``NetworkError/cancelled`` when the task is cancelled.
  func send<E: Endpoint>(_ endpoint: E) async throws(NetworkError) -> E.Response where E.API == API
}
