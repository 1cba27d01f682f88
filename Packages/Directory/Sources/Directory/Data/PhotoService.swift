public import Foundation
public import Networking

/// Photos over clients that the program makes, one a photo's place; all of them share its connections and its cache.
public struct PhotoService: PhotoRepository {
  private let makeClient: @Sendable (PhotoAPI) -> any NetworkClient<PhotoAPI>

  /// Creates a repository.
  ///
  /// - Parameter makeClient: Makes the client of a place, cheaply. Its middleware should hold an ``HTTPCache`` on disk, so that no photo is
  ///   ever asked for twice.
  public init(makeClient: @escaping @Sendable (PhotoAPI) -> any NetworkClient<PhotoAPI>) {
    self.makeClient = makeClient
  }

  /// Asks the cache, and if it has nothing the photo's host.
  public func photo(at address: PhotoAddress, urgency: PhotoUrgency) async throws(PhotoError) -> Data {
    guard let url = address.url else { throw .unusableAddress(address.text) }
    do throws(NetworkError) {
      return try await makeClient(PhotoAPI(baseURL: url)).send(PhotoEndpoint(urgency: urgency))
    } catch {
      throw .service(error)
    }
  }
}

/// The place of one photo; photos may be on any host, as the directory's list says.
public struct PhotoAPI: ServiceAPI {
  /// The photo's own URL.
  public let baseURL: URL

  /// Creates the description of a place.
  public init(baseURL: URL) { self.baseURL = baseURL }

  /// Accepts pictures.
  public var defaultHeaders: HTTPFields { [.accept: "image/png, image/jpeg;q=0.9, image/*;q=0.5"] }
}

/// `GET` of a photo, which is stored for ever whatever the answer's header fields say.
struct PhotoEndpoint: Endpoint {
  typealias API = PhotoAPI
  typealias Response = Data

  let urgency: PhotoUrgency

  var path: EndpointPath { "" }

  var context: MessageContext {
    var context = MessageContext()
    context[CachePolicy.self] = .forever
    context[RequestPriority.self] = urgency == .content ? .interactive : .prefetch
    return context
  }
}
