import Foundation
import Networking

/// Asks whether a service is there at all; any answer will do.
struct ServiceProbe: Sendable {
  let transport: any Transport

  func reach(_ url: URL, within limit: Duration) async -> Result<HTTPStatus, NetworkError> {
    do throws(NetworkError) {
      // HEAD: asked with GET, the counter service would make its last path invalid.
      var request = HTTPRequest(method: .head, url: url)
      request.timeouts = Timeouts(connect: limit, firstByte: limit, idle: limit, total: limit)
      return .success(try await transport.send(request).status)
    } catch {
      return .failure(error)
    }
  }
}
