import BasicsTesting
import Foundation
import Persistence
import PersistenceTesting
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

@Suite("Process killed with kill -9 during a change")
struct KillTests {
  /// The number of file system calls in a change; every test below must reach all of these calls.
  static let calls: Int = {
    let faulty = FaultyFileSystem(InMemoryFileSystem())
    let store = makeStore(faulty)
    _ = try? store.update { $0 = 1 }
    _ = try? store.update { $0 = 2 }
    let before = faulty.calls.count
    _ = try? makeStore(faulty).update { $0 = 3 }
    return faulty.calls.count - before
  }()

  @Test("makes more than 15 file system calls during a change")
  func callsAreKnown() {
    #expect(Self.calls > 15)
  }

  @Test("leaves the old or the new value on the machine's disk after a kill at any call", arguments: 0..<calls)
  func everyCall(number: Int) async throws {
    // Given
    let folder = try TemporaryFolder()
    let path = folder.path("count.json")
    let store = JSONFileStore(path: path, default: 0, writtenBy: "tests")
    for value in [40, 41] { try await store.update { $0 = value } }

    // When
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String, number = number as Int] in
      let faulty = FaultyFileSystem(LiveFileSystem(), call: number, .before { kill(getpid(), SIGKILL) })
      try JSONFileStore(path: path, default: 0, writtenBy: "tests", fileSystem: faulty).update { $0 += 1 }
    }

    // Then
    let successor = JSONFileStore(path: path, default: 0, writtenBy: "tests", lockTimeout: .zero)
    let value = try successor.load()
    #expect(value == 41 || value == 42)
    #expect([.value(40), .value(41), .value(42)].contains(successor.backupOutcome()))
    #expect(try folder.names() == ["count.json", "count.json.bak", "count.json.lock"])
    try await successor.update { $0 += 1 }
    #expect(try successor.load() == value + 1)
    #expect(successor.backupOutcome() == .value(value))
    #expect(try folder.names() == ["count.json", "count.json.bak", "count.json.lock"])
  }

  @Test("never loses an acknowledged change when killed at random moments")
  func randomMoments() async throws {
    // Given
    let folder = try TemporaryFolder()
    let path = folder.path("count.json")
    let acknowledged = folder.path("acknowledged")
    var random = SeededGenerator(seed: 9)
    var last = 0

    for _ in 0..<LongTests.rounds(byDay: 10, byNight: 1_000) {
      // When: a process counts, records every confirmed number, and is killed at some call
      let calls = Int.random(in: 5...400, using: &random)
      await #expect(processExitsWith: .signal(SIGKILL)) {
        [path = path as String, acknowledged = acknowledged as String, calls = calls as Int] in
        let note = open(acknowledged, O_WRONLY | O_CREAT, 0o600)
        let faulty = FaultyFileSystem(LiveFileSystem(), call: calls, .before { kill(getpid(), SIGKILL) })
        let store = JSONFileStore(path: path, default: 0, writtenBy: "tests", fileSystem: faulty)
        while true {
          var number = try store.update { value in
            value += 1
            return Int64(value)
          }
          pwrite(note, &number, 8, 0)
        }
      }

      // Then
      let value = try JSONFileStore(path: path, default: 0, writtenBy: "tests").load()
      let note = try Data(contentsOf: URL(fileURLWithPath: acknowledged))
      let confirmed = note.count == 8 ? Int(note.withUnsafeBytes { $0.loadUnaligned(as: Int64.self) }) : 0
      // At most one unconfirmed change follows the last change that this process or its predecessor confirmed.
      let known = max(confirmed, last)
      #expect(value == known || value == known + 1)
      last = value
      #expect(try !folder.names().contains { $0.contains(".tmp-") })
    }
  }
}
