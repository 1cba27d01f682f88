import Basics
import Foundation
import Networking

/// A service whose `GET /` returns a path; a `GET` for that path returns a code.
final class CounterSampleService: Sendable {
  private struct NextPath: Encodable {
    let nextPath: String

    enum CodingKeys: String, CodingKey {
      case nextPath = "next_path"
    }
  }

  private struct Code: Encodable {
    let path: String
    let responseCode: String

    enum CodingKeys: String, CodingKey {
      case path
      case responseCode = "response_code"
    }
  }

  private struct WrongPath: Encodable {
    let error: String
  }

  private let makeIdentifier: @Sendable () -> UUID
  private let expected = Locked<UUID?>(nil)

  init(makeIdentifier: @escaping @Sendable () -> UUID) { self.makeIdentifier = makeIdentifier }

  func answer(_ request: HTTPRequest) -> SampleResponse {
    guard request.isReading else { return unexpectedPath }
    if request.path == "/" { return nextPath(for: request) }
    guard let identifier = identifier(in: request.path) else { return unexpectedPath }
    return code(for: identifier)
  }

  private var unexpectedPath: SampleResponse { .text("Unexpected path", status: 404) }

  /// Returns a new path, which invalidates the previous path for all clients.
  private func nextPath(for request: HTTPRequest) -> SampleResponse {
    let identifier = makeIdentifier()
    expected.withLock { $0 = identifier }
    return .json(NextPath(nextPath: "http://\(request.host)/\(Self.text(identifier))/"))
  }

  private func code(for identifier: UUID) -> SampleResponse {
    let expected = expected.withLock { $0 }
    guard expected == identifier else {
      let words = "App requested the wrong path, expected: \(expected.map(Self.text) ?? "none")"
      return .json(WrongPath(error: words), status: 400)
    }
    return .json(Code(path: Self.text(identifier), responseCode: Self.text(makeIdentifier())))
  }

  /// Parses `/<uuid>/`; the trailing slash is part of the contract.
  private func identifier(in path: String) -> UUID? {
    guard path.hasPrefix("/"), path.hasSuffix("/"), path.count > 2 else { return nil }
    return UUID(uuidString: String(path.dropFirst().dropLast()))
  }

  private static func text(_ identifier: UUID) -> String { identifier.uuidString.lowercased() }
}
