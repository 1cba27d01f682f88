import DependencyInjection
import Networking

/// The system's transport, which is made for the first request that is really sent.
///
/// Making it loads libcurl with all that libcurl needs: milliseconds and megabytes that a screen or a command does not have to wait for
/// whose answers are in the cache, or which sends nothing.
struct DeferredTransport: Transport {
  let transport: Deferred<any Transport>

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    try await resolved().send(request)
  }

  private func resolved() throws(NetworkError) -> any Transport {
    do throws(ResolutionError) {
      return try transport.resolve()
    } catch {
      guard let cause = error.rootCause as? NetworkError else {
        // Such as a request that begins while the program ends, whose container is gone.
        throw .transportUnavailable(reason: "the program is ending", recoverySuggestion: "Start the program again.")
      }
      throw cause
    }
  }
}
