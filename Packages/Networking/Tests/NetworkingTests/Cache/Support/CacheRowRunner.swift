import Foundation
import NetworkingTesting
import Testing

@testable import Networking

/// The storage for a row's entries.
enum CachePlace: String, CaseIterable, Sendable {
  case memory
  case disk
  /// A new cache for every request, as if after a restart.
  case restartedDisk

  /// By day, a cache with a directory always starts with what an earlier cache stored there.
  static let tested: [CachePlace] = LongTests.areEnabled ? allCases : [.memory, .restartedDisk]
}

final class CacheRowRunner {
  private let row: CacheRow
  private let place: CachePlace
  private let time = ManualTime()
  private let folder: ScratchFolder
  private let service = ScriptedService()
  private var cache: HTTPCache

  init(_ row: CacheRow, on place: CachePlace) throws {
    self.row = row
    self.place = place
    folder = try ScratchFolder()
    cache = Self.makeCache(place, folder, time)
    service.onAsk = { [time] in time.advance(by: $0) }
  }

  private static func makeCache(_ place: CachePlace, _ folder: ScratchFolder, _ time: ManualTime) -> HTTPCache {
    let url = place == .memory ? nil : folder.url.appending(path: "cache")
    return HTTPCache(configuration: .init(folder: url, sizeLimit: 4 << 20), now: { time.now })
  }

  func run() async {
    for (number, step) in row.steps.enumerated() {
      if place == .restartedDisk { cache = Self.makeCache(place, folder, time) }
      time.advance(by: step.after)
      await play(step, number)
    }
  }

  private func play(_ step: CacheRow.Step, _ number: Int) async {
    let label = Comment(rawValue: "step \(number) of '\(row.name)' on \(place)")
    service.prepare(step, number)
    var request = HTTPRequest(
      method: step.method,
      url: .test("http://host\(step.path)"),
      headers: HTTPFields(lines: step.sends)
    )
    request.context[CachePolicy.self] = step.policy
    let result: Result<(HTTPResponse, String), NetworkError>
    do throws(NetworkError) {
      let response = try await service.transport.wrapped(in: [cache]).send(request)
      let body = try await response.body.collect(upTo: 1 << 20)
      result = .success((response, String(decoding: body, as: UTF8.self)))
    } catch {
      result = .failure(error)
    }
    await cache.activity.settle()
    check(result, step, number, label)
  }

  private func check(
    _ result: Result<(HTTPResponse, String), NetworkError>,
    _ step: CacheRow.Step,
    _ number: Int,
    _ label: Comment
  ) {
    let asked = service.asked
    switch (step.gives, result) {
    case (.networkFailure, .failure(let error)):
      #expect(error == .connectionLost(.beforeResponse, origin: "http://host"), label)
    case (.miss, .failure(let error)):
      #expect(error == .cacheMiss(url: "http://host\(step.path)"), label)
      #expect(asked.isEmpty, label)
    case (_, .failure(let error)):
      Issue.record("\(error) in \(label)")
    case (_, .success(let (response, body))):
      check(response, body, step, number, label)
    }
    guard let sent = asked.last else {
      #expect(step.asks.isEmpty, label)
      #expect(step.asksWithout.isEmpty, label)
      return
    }
    for field in HTTPFields(lines: step.asks) { #expect(sent.headers[field.name] == field.value, label) }
    for name in step.asksWithout.compactMap({ HTTPField.Name($0) }) { #expect(!sent.headers.contains(name), label) }
  }

  private func check(
    _ response: HTTPResponse,
    _ body: String,
    _ step: CacheRow.Step,
    _ number: Int,
    _ label: Comment
  ) {
    let status = response.context[CacheStatus.self]
    let asked = service.asked
    func content(_ number: Int) -> String { step.method == .get ? "body \(number)" : "" }
    let (isAsked, wanted): (Bool, String?) =
      switch step.gives {
      case .origin: (true, step.method == .head ? "" : "body \(number)")
      case .stored(let source): (false, content(source))
      case .confirmed(let source), .storedWhileAsking(let source), .inPlaceOfFailure(let source):
        (true, content(source))
      case .notModified: (false, "")
      case .notModifiedByOrigin: (true, "")
      case .networkFailure, .miss: (false, nil)
      }
    #expect(wanted == body, label)
    #expect(asked.isEmpty == !isAsked, label)
    #expect(status != nil, label)
    switch step.gives {
    case .stored, .notModified: #expect(status?.isHit == true, label)
    case .confirmed:
      #expect(status?.forwardStatus?.code == 304, label)
      #expect(response.status.code != 304, label)
    case .storedWhileAsking: #expect(status?.staleReason == .whileRevalidating, label)
    case .inPlaceOfFailure:
      #expect(status?.staleReason == .onFailure, label)
      #expect(response.status == .ok, label)
    default: #expect(status?.isFromCache == false, label)
    }
    if step.gives == .notModified || step.gives == .notModifiedByOrigin { #expect(response.status.code == 304, label) }
    for field in HTTPFields(lines: step.has) { #expect(response.headers[field.name] == field.value, label) }
    for name in step.lacks.compactMap({ HTTPField.Name($0) }) { #expect(!response.headers.contains(name), label) }
  }
}

/// A row's service; `@unchecked Sendable`, because `lock` protects all mutable state.
private final class ScriptedService: @unchecked Sendable {
  private let lock = NSLock()
  private var step = CacheRow.Step()
  private var number = 0
  private var requests: [HTTPRequest] = []
  var onAsk: (@Sendable (TimeInterval) -> Void)?

  var asked: [HTTPRequest] { lock.withLock { requests } }

  func prepare(_ step: CacheRow.Step, _ number: Int) {
    lock.withLock {
      self.step = step
      self.number = number
      requests = []
    }
  }

  var transport: StubTransport {
    StubTransport { request throws(NetworkError) in try self.answer(request) }
  }

  private func answer(_ request: HTTPRequest) throws(NetworkError) -> HTTPResponse {
    let (step, number, isFirst) = lock.withLock {
      requests.append(request)
      return (self.step, self.number, requests.count == 1)
    }
    onAsk?(step.delay)
    guard case .answers(var code) = step.service else {
      throw .connectionLost(.beforeResponse, origin: "http://host")
    }
    if case .confirmed = step.gives { code = 304 }
    // A 304 that doesn't confirm the stored response is sent only for the conditional request.
    if code == 304, !isFirst { code = 200 }
    let hasBody = code != 304 && request.method != .head
    let headers = HTTPFields(lines: step.answer)
    guard let status = HTTPStatus(code: code) else { throw .protocolViolation("no status", origin: "http://host") }
    return HTTPResponse(
      status: status,
      headers: headers,
      url: request.url,
      body: ResponseBody(bytes: Data((hasBody ? "body \(number)" : "").utf8))
    )
  }
}

final class ScratchFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "cache-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }
}
