import Foundation
import Networking
import NetworkingTesting

extension Middleware {
  func send(_ request: HTTPRequest, to transport: any Transport) async throws(NetworkError) -> HTTPResponse {
    try await intercept(request, next: transport)
  }
}

extension TestClock {
  /// Returns a clock whose time isn't zero, so that a sum with a time and a difference from it have different results.
  static func running() -> TestClock {
    let clock = TestClock(date: Date(timeIntervalSince1970: 1_700_000_000 - 1_000))
    clock.advance(by: .seconds(1_000))
    return clock
  }
}

extension HTTPRequest {
  static func get(_ url: String, headers: HTTPFields = [:]) -> HTTPRequest {
    HTTPRequest(url: .test(url), headers: headers)
  }
}

extension HTTPResponse {
  static func status(_ code: Int, _ headers: HTTPFields = [:], url: URL = .test("http://host/")) -> HTTPResponse {
    guard let status = HTTPStatus(code: code) else { preconditionFailure("\(code) isn't a status") }
    return HTTPResponse(status: status, headers: headers, url: url)
  }
}

/// Returns prepared results in order, and repeats the last one.
func scripted(_ results: [Result<HTTPResponse, NetworkError>]) -> StubTransport {
  let script = Script(results)
  return StubTransport { request throws(NetworkError) in
    var response = try script.next().get()
    response.url = request.url
    return response
  }
}

/// A thread-safe script; `@unchecked Sendable`, because `lock` protects `results`.
private final class Script: @unchecked Sendable {
  private let lock = NSLock()
  private var results: [Result<HTTPResponse, NetworkError>]

  init(_ results: [Result<HTTPResponse, NetworkError>]) { self.results = results }

  func next() -> Result<HTTPResponse, NetworkError> {
    lock.withLock { results.count > 1 ? results.removeFirst() : results[0] }
  }
}

/// A value for several tasks; `@unchecked Sendable`, because `lock` protects `value`.
final class Shared<Value: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var stored: Value

  init(_ value: Value) { stored = value }

  var value: Value { lock.withLock { stored } }

  @discardableResult
  func update<Result>(_ change: (inout Value) -> Result) -> Result { lock.withLock { change(&stored) } }
}

/// A body whose chunks the test provides, and which reports when it is abandoned.
///
/// `@unchecked Sendable`: `lock` protects the chunks.
final class ChunkSource: ResponseBodySource, @unchecked Sendable {
  private let lock = NSLock()
  private var chunks: [Result<Data, NetworkError>]
  private let onRelease: @Sendable () -> Void

  init(_ chunks: [Result<Data, NetworkError>], onRelease: @escaping @Sendable () -> Void = {}) {
    self.chunks = chunks
    self.onRelease = onRelease
  }

  convenience init(_ texts: String..., onRelease: @escaping @Sendable () -> Void = {}) {
    self.init(texts.map { .success(Data($0.utf8)) }, onRelease: onRelease)
  }

  deinit { onRelease() }

  func nextChunk() async throws(NetworkError) -> Data? {
    try lock.withLock { chunks.isEmpty ? nil : chunks.removeFirst() }?.get()
  }
}
