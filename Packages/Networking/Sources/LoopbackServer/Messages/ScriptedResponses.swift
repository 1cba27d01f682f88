internal import Networking

/// A handler that returns prepared responses in order and records the requests.
///
/// ```swift
/// let script = ScriptedResponses([.status(503), .text("at last")])
/// let server = try LoopbackServer(handler: script.handler)
/// ```
public final class ScriptedResponses: Sendable {
  private struct State: Sendable {
    var remaining: ArraySlice<ServerResponse>
    var requests: [ServerRequest] = []
  }

  private let state: Locked<State>
  private let afterwards: ServerResponse

  /// Creates a script with ordered responses; every later request receives the `afterwards` response.
  public init(
    _ responses: [ServerResponse],
    afterwards: ServerResponse = .text("The script has no further responses.", status: 500)
  ) {
    state = Locked(State(remaining: responses[...]))
    self.afterwards = afterwards
  }

  /// A handler that returns the next response; several connections can use the handler at the same time.
  public var handler: LoopbackServer.Handler {
    { request in self.next(for: request) }
  }

  /// The requests so far, in the order of their responses.
  public var requests: [ServerRequest] { state.withLock { $0.requests } }

  package var remaining: Int { state.withLock { $0.remaining.count } }

  package func append(_ response: ServerResponse) {
    state.withLock { $0.remaining.append(response) }
  }

  package func next(for request: ServerRequest) -> ServerResponse {
    state.withLock { state in
      state.requests.append(request)
      return state.remaining.popFirst() ?? afterwards
    }
  }
}
