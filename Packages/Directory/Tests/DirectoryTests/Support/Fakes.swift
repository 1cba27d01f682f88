import Components
import Foundation
import NavigationTesting
import Observation

@testable import Directory

/// A repository with employees that a test can change; loads wait for the gate, if there is one.
@MainActor
@Observable
final class FakeEmployees: EmployeeRepository {
  private var result: Result<[Employee], DirectoryError>
  private var entries: [MalformedEmployee] = []
  private var gate: Gate?
  private(set) var loadCount = 0

  init(_ employees: [Employee]) { result = .success(employees) }

  func answer(_ employees: [Employee], malformed: [MalformedEmployee] = []) {
    (result, entries) = (.success(employees), malformed)
  }

  func fail(_ error: DirectoryError) { result = .failure(error) }

  func hold(at gate: Gate?) { self.gate = gate }

  func readEmployees() async throws(DirectoryError) -> EmployeeReading {
    loadCount += 1
    await gate?.wait()
    return EmployeeReading(employees: try result.get(), malformed: entries)
  }
}

/// Photos prepared by a test; requests wait for the gate, if there is one.
@MainActor
@Observable
final class FakePhotos {
  /// The requested addresses, each followed by `!` if the urgency is `content`.
  private(set) var asked: [String] = []
  /// The number of requests that were cancelled before the response.
  private(set) var cancelled = 0
  private var missing: Set<String>
  private let gate: Gate?

  init(gate: Gate? = nil, missing: Set<String> = []) {
    self.gate = gate
    self.missing = missing
  }

  func repair() { missing = [] }

  var store: ImageStore { ImageStore(decoder: FakeDecoder()) { try await self.photo(at: $0, urgency: $1) } }

  private struct Missing: Error {}

  private func photo(at address: String, urgency: ImageUrgency) async throws -> [UInt8] {
    asked.append(address + (urgency == .content ? "!" : ""))
    await gate?.wait()
    if Task.isCancelled { cancelled += 1 }
    guard !missing.contains(address) else { throw Missing() }
    return Array(address.utf8)
  }
}

/// A decoder that rejects "broken" and turns other bytes into four pixels whose color depends on the bytes.
struct FakeDecoder: ImageDecoding {
  struct Broken: Error {}

  func image(from file: [UInt8], fitting side: Int) throws -> PixelImage {
    guard !file.starts(with: "broken".utf8) else { throw Broken() }
    let shade = file.reduce(UInt8(0)) { $0 &+ $1 }
    let bytes: [UInt8] = Array(repeatElement([shade, 128, 255 - shade, 255], count: 4).joined())
    guard let image = PixelImage(width: 2, height: 2, bytes: bytes) else { throw Broken() }
    return image
  }
}

@MainActor
final class EffectsSpy: ScreenEffects {
  private(set) var messages: [String] = []
  private(set) var copied: [String] = []
  private(set) var opened: [String] = []
  /// The prefix for links that can't be opened outside the program.
  var closedPrefix = "x-closed"
  private(set) var exported: [(name: String, contents: [UInt8])] = []

  func show(_ message: StyledText, tone: Tone) { messages.append(message.plainText) }
  func copy(_ text: String) { copied.append(text) }
  func notify(title: String, message: String) { messages.append(title) }
  func open(link: String) { opened.append(link) }
  func canOpen(link: String) -> Bool { !link.hasPrefix(closedPrefix) }
  func export(name: String, contents: [UInt8]) { exported.append((name, contents)) }
}
