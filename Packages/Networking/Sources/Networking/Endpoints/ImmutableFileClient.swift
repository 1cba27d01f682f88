public import NetworkingFoundation

/// A client for files that never change, such as images, on any host; cached files never expire.
///
/// ```swift
/// let files = ImmutableFileClient { APIClient(api: $0, transport: transport, middleware: [cache]) }
/// let icon = try await files.file(at: "https://images.example/bitcoin.png", priority: .prefetch)
/// ```
public struct ImmutableFileClient: Sendable {
  private let makeClient: @Sendable (FileHost) -> any NetworkClient<FileHost>
  private let sizeLimit: Int

  /// Creates a client for files of at most `sizeLimit` bytes; `makeClient` is called for each file.
  public init(
    sizeLimit: Int = 16 << 20,
    makeClient: @escaping @Sendable (FileHost) -> any NetworkClient<FileHost>
  ) {
    self.sizeLimit = sizeLimit
    self.makeClient = makeClient
  }

  /// Loads a file from the cache or from an absolute `http` or `https` URL, without checking the file's format.
  ///
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

  /// The default header fields, which prefer the image formats that most decoders support.
  public var defaultHeaders: HTTPFields { [.accept: "image/png, image/jpeg;q=0.9, image/*;q=0.5, */*;q=0.1"] }
}

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
