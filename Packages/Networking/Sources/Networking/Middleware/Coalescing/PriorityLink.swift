/// Makes a shared request as urgent as its most urgent caller, for as long as that caller waits.
final class PriorityLink: Sendable {
  private let handle: PriorityHandle

  private init(_ handle: PriorityHandle) { self.handle = handle }

  /// Makes the link; `nil` where the caller has no handle that could change anything later.
  static func make(from request: HTTPRequest, to shared: PriorityHandle) -> PriorityLink? {
    shared.raise(to: request.context[RequestPriority.self])
    guard let handle = request.context[PriorityHandle.self] else { return nil }
    let link = PriorityLink(handle)
    handle.add({ shared.raise(to: $0) }, for: link)
    return link
  }

  func end() { handle.removeListener(for: self) }
}
