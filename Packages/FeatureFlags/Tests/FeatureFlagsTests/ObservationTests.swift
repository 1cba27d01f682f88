import Basics
import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Testing

@Suite("Flag observation")
struct ObservationTests {
  private func client(_ sources: [FlagSource] = []) throws -> FlagClient {
    FlagClient(catalog: try Flags.catalog(), sources: sources, store: InMemoryFlagOverrideStore())
  }

  @Test("sends the current value first, ignores unchanged values, and gives a slow consumer only the newest value")
  func values() async throws {
    let flags = try client()
    var limits = flags.changes(of: Flags.limit).makeAsyncIterator()
    #expect(await limits.next() == 10)
    // Storing the same value or changing another flag sends nothing.
    try flags.setOverride(text: "10", ofKey: "http.maxRows")
    try flags.setOverride(text: "other", ofKey: "title")
    // Of several changes, only the newest arrives.
    for limit in 11...20 { try flags.setOverride(text: "\(limit)", ofKey: "http.maxRows") }
    #expect(await limits.next() == 20)
    try flags.removeOverride(ofKey: "http.maxRows")
    #expect(await limits.next() == 10)
  }

  @Test("immediately sends a flag change to a waiting consumer")
  func waiting() async throws {
    let flags = try client()
    let hasBegun = AsyncStream<Void>.makeStream()
    let reader = Task {
      var seen: [Int] = []
      for await limit in flags.changes(of: Flags.limit) {
        seen.append(limit)
        hasBegun.continuation.yield()
        if limit == 12 { break }
      }
      return seen
    }
    for await _ in hasBegun.stream { break }
    try flags.setOverride(text: "12", ofKey: "http.maxRows")
    #expect(await reader.value == [10, 12])
  }

  @Test("sends the same values to several observers, and ends streams on task cancellation or client release")
  func ends() async throws {
    var flags: FlagClient? = try client()
    let streams = try (0..<3).map { _ in try #require(flags).changes(of: Flags.limit) }
    let readers = streams.map { stream in
      Task {
        var last: Int?
        for await limit in stream { last = limit }
        return last
      }
    }
    readers[0].cancel()
    _ = await readers[0].value
    try flags?.setOverride(text: "5", ofKey: "http.maxRows")
    weak let client = flags
    flags = nil
    #expect(client == nil, "Streams don't keep the client.")
    for reader in readers.dropFirst() { #expect(await reader.value == 5) }
  }

  @Test("sends a new snapshot for a change in a lower layer, because the explanation changes")
  func snapshots() async throws {
    let flags = try client([.commandLine(assignments: ["newSearch=on"])])
    var snapshots = flags.snapshots().makeAsyncIterator()
    let first = await snapshots.next()
    #expect(first?.value(of: Flags.newSearch) == true)
    try flags.setOverride(text: "off", ofKey: "newSearch")
    let second = await snapshots.next()
    #expect(second?.explanation(ofKey: "newSearch")?.answers.last?.verdict == .overruled(.boolean(false)))
    // The first snapshot stays unchanged.
    #expect(first?.explanation(ofKey: "newSearch")?.answers.last?.verdict == .silent)
  }

  @Test("makes a stored value immediately visible to the storing thread, with consistent snapshots")
  func threads() async throws {
    let flags = try client()
    let wrong = Locked(0)
    await onThreads(4) { thread in
      for round in 0..<300 {
        do throws(FlagOverrideError) {
          var isRight = true
          switch thread {
          case 0:
            try flags.setOverride(text: "\(round)", ofKey: "http.maxRows")
            isRight = flags.value(of: Flags.limit) == round
          case 1:
            try flags.setOverride(text: "\(round)", ofKey: "title")
            isRight = flags.value(of: Flags.title) == "\(round)"
          case 2:
            try flags.setOverride(text: round.isMultiple(of: 2) ? "on" : "off", ofKey: "newSearch")
            isRight = flags.value(of: Flags.newSearch) == round.isMultiple(of: 2)
          default:
            let snapshot = flags.snapshot()
            isRight = snapshot.explanation(ofKey: "title")?.value == .string(snapshot.value(of: Flags.title))
          }
          if !isRight { wrong.withLock { $0 += 1 } }
        } catch {
          wrong.withLock { $0 += 1 }
        }
      }
    }
    #expect(wrong.withLock { $0 } == 0)
    #expect(flags.value(of: Flags.limit) == 299)
  }
}
