import Components
import Directory
import Foundation
import NavigationTesting

/// Employees from a list that a test changes, behind a gate if there is one.
///
/// `@unchecked Sendable`: all variables are touched only while `lock` is held.
final class FakeEmployees: EmployeeRepository, @unchecked Sendable {
  private let lock = NSLock()
  private var result: Result<[Employee], DirectoryError>
  private var entries: [MalformedEmployee] = []
  private var gate: Gate?
  private var count = 0

  init(_ employees: [Employee]) { result = .success(employees) }

  var loadCount: Int { lock.withLock { count } }

  func answer(_ employees: [Employee], malformed: [MalformedEmployee] = []) {
    lock.withLock { (result, entries) = (.success(employees), malformed) }
  }

  func fail(_ error: DirectoryError) { lock.withLock { result = .failure(error) } }

  /// Lets the next loads wait until the gate is open.
  func hold(at gate: Gate?) { lock.withLock { self.gate = gate } }

  func readEmployees() async throws(DirectoryError) -> EmployeeReading {
    let gate = lock.withLock {
      count += 1
      return self.gate
    }
    await gate?.wait()
    return try lock.withLock { result.map { EmployeeReading(employees: $0, malformed: entries) } }.get()
  }
}

/// Photos that a test has prepared; asks wait at the gate if there is one.
///
/// `@unchecked Sendable`: all variables are touched only while `lock` is held.
final class FakePhotos: PhotoRepository, @unchecked Sendable {
  private let lock = NSLock()
  private var requests: [String] = []
  private var cancellations = 0
  private var missing: Set<String> = []
  private let gate: Gate?

  init(gate: Gate? = nil, missing: Set<String> = []) {
    self.gate = gate
    self.missing = missing
  }

  /// The addresses, with `!` behind those that somebody waits for.
  var asked: [String] { lock.withLock { requests } }
  /// How many of those who asked had gone when the answer came.
  var cancelled: Int { lock.withLock { cancellations } }

  func repair() { lock.withLock { missing = [] } }

  func photo(at address: PhotoAddress, urgency: PhotoUrgency) async throws(PhotoError) -> Data {
    lock.withLock { requests.append(address.text + (urgency == .content ? "!" : "")) }
    await gate?.wait()
    if Task.isCancelled { lock.withLock { cancellations += 1 } }
    guard !lock.withLock({ missing.contains(address.text) }) else { throw .unusableAddress(address.text) }
    return Data(address.text.utf8)
  }
}

/// Makes a picture of four pixels whose colour follows from the bytes; "broken" is none.
struct FakeDecoder: PhotoDecoding {
  struct Broken: Error {}

  func image(from file: Data, fitting side: Int) throws -> PixelImage {
    guard !file.starts(with: Data("broken".utf8)) else { throw Broken() }
    let shade = file.reduce(UInt8(0)) { $0 &+ $1 }
    let bytes: [UInt8] = Array(repeatElement([shade, 128, 255 - shade, 255], count: 4).joined())
    guard let image = PixelImage(width: 2, height: 2, bytes: bytes) else { throw Broken() }
    return image
  }
}

/// Remembers what was asked of the program.
@MainActor
final class EffectsSpy: ScreenEffects {
  private(set) var messages: [String] = []
  private(set) var copied: [String] = []
  private(set) var opened: [String] = []
  private(set) var exported: [(name: String, contents: [UInt8])] = []

  func show(_ message: StyledText, tone: Tone) { messages.append(message.plainText) }
  func copy(_ text: String) { copied.append(text) }
  func notify(title: String, message: String) { messages.append(title) }
  func open(link: String) { opened.append(link) }
  func export(name: String, contents: [UInt8]) { exported.append((name, contents)) }
}

/// Lets what was started on the main actor and beside it go on until something holds.
@MainActor
func settle(until condition: @MainActor () -> Bool) async {
  var tries = 0
  while !condition(), tries < 200_000 {
    await Task.yield()
    tries += 1
  }
}
