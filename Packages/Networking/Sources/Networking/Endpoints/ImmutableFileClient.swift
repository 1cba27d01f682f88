public import NetworkingFoundation

/// A client for files that never change, such as images, on any host.
///
/// If the middleware includes a cache, it stores each file until the file is removed, regardless of the response's
/// header fields.
///
/// ```swift
/// let files = ImmutableFileClient { APIClient(api: $0, transport: transport, middleware: [cache]) }
/// let icon = try await files.file(at: "https://images.example/bitcoin.png", priority: .prefetch)
/// ```
public struct ImmutableFileClient: Sendable {
  private let makeClient: @Sendable (FileHost) -> any NetworkClient<FileHost>
  private let sizeLimit: Int

  /// Creates a client.
  ///
  /// - Parameters:
  ///   - sizeLimit: The maximum size of a file, in bytes; 16 MiB by default.
  ///   - makeClient: Creates the client for one file's address; it is called for every file.
  public init(
    sizeLimit: Int = 16 << 20,
    makeClient: @escaping @Sendable (FileHost) -> any NetworkClient<FileHost>
  ) {
    self.sizeLimit = sizeLimit
    self.makeClient = makeClient
  }

  /// Loads a file from the cache or from its host.
  ///
  /// - Parameters:
  ///   - address: An absolute `http` or `https` URL.
  ///   - priority: The urgency of the request.
  /// - Returns: The file's bytes; their format isn't checked.
  /// - Throws: ``NetworkError/invalidRequest(reason:)`` for an invalid address, otherwise the reason for the failure.
  public func file(at address: String, priority: RequestPriority) async throws(NetworkError) -> Data {
    guard let url = URL(string: address), let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.host(percentEncoded: true)?.isEmpty == false
    else { throw .invalidRequest(reason: "the address of a file must be an absolute http or https URL") }
    let endpoint = FileEndpoint(priority: priority, responseSizeLimit: sizeLimit)
    return try await makeClient(FileHost(baseURL: url)).send(endpoint)
  }
}

/// A service that consists of a single file.
public struct FileHost: ServiceAPI {
  /// The file's URL.
  public let baseURL: URL

  /// Prefers the image formats that most decoders support.
  public var defaultHeaders: HTTPFields { [.accept: "image/png, image/jpeg;q=0.9, image/*;q=0.5, */*;q=0.1"] }
}

/// A GET request for the file itself.
private struct FileEndpoint: Endpoint {
  typealias API = FileHost
  typealias Response = Data

  let priority: RequestPriority
  let responseSizeLimit: Int

  var path: EndpointPath { "" }

  var context: MessageContext {
    var context = MessageContext()
    context[CachePolicy.self] = .forever
    context[RequestPriority.self] = priority
    return context
  }
}
