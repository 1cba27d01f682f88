public import Foundation
public import Networking

/// Photos over clients that the program makes, one a photo's place; all of them share its connections and its cache.
public struct PhotoService: PhotoRepository {
  private let makeClient: @Sendable (PhotoAPI) -> any NetworkClient<PhotoAPI>

  /// Makes a repository.
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
