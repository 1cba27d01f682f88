import Dispatch
import FeatureFlags
import FeatureFlagsTesting
import Foundation
import Testing

@Suite("Observation", .timeLimit(.minutes(2)))
struct ObservationTests {
  @Test("Observation begins with the value; setting the old value again is no event; a busy reader gets the newest")
  func values() async throws {
    let provider = InMemoryFlagProvider()
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [provider])
    var limits = flags.changes(of: Flags.limit).makeAsyncIterator()
    #expect(await limits.next() == 10)
    // The same value, from another layer than before, and other flags are no events.
    provider.set(10, for: Flags.limit)
    provider.set("other", for: Flags.title)
    // Of several changes, the newest comes;
    for limit in 11...20 { provider.set(limit, for: Flags.limit) }
    #expect(await limits.next() == 20)
    // there and back again is none.
    provider.set(1, for: Flags.limit)
    provider.set(20, for: Flags.limit)
    provider.set(30, for: Flags.limit)
    #expect(await limits.next() == 30)
  }

  @Test("A change back to the value that was read last is dropped")
  func thereAndBack() async throws {
    let provider = InMemoryFlagProvider()
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [provider])
    let stream = flags.changes(of: Flags.newSearch)
    var iterator = stream.makeAsyncIterator()
    #expect(await iterator.next() == false)
    provider.set(true, for: Flags.newSearch)
    provider.set(false, for: Flags.newSearch)
    // Then the next event is a real change.
    provider.set(true, for: Flags.newSearch)
    #expect(await iterator.next() == true)
  }

  @Test("A reader that waits gets the change when it comes")
  func waiting() async throws {
    let provider = InMemoryFlagProvider()
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [provider])
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
    provider.set(12, for: Flags.limit)
    #expect(await reader.value == [10, 12])
  }

  @Test("Several observers see the same; a cancelled one ends; all end with the client")
  func ends() async throws {
    let provider = InMemoryFlagProvider()
    var flags: FlagClient? = FlagClient(catalog: try Flags.catalog(), providers: [provider])
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
    provider.set(5, for: Flags.limit)
    weak let client = flags
    flags = nil
    #expect(client == nil, "Streams don't keep the client.")
    for reader in readers.dropFirst() { #expect([10, 5].contains(await reader.value)) }
  }

  @Test("A change in a lower layer is a new snapshot, because the explanation differs; nothing is none")
  func snapshots() async throws {
    let high = InMemoryFlagProvider(layer: .environment, values: ["newSearch": .boolean(true)])
    let low = InMemoryFlagProvider(layer: .remote)
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [high, low])
    var snapshots = flags.snapshots().makeAsyncIterator()
    let first = await snapshots.next()
    #expect(first?.value(of: Flags.newSearch) == true)
    high.set(true, for: Flags.newSearch)
    low.set(false, for: Flags.newSearch)
    let second = await snapshots.next()
    #expect(second?.explain(Flags.newSearch).answers.last?.verdict == .overruled(.boolean(false)))
    // The first snapshot stays what it was.
    #expect(first?.explain(Flags.newSearch).answers.last?.verdict == .silent)
  }

  @Test("The change can be read when its observers are told")
  func order() throws {
    let provider = InMemoryFlagProvider()
    let seen = Collected<Int>()
    let holder = Collected<FlagClient>()
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [provider])
    holder.append(flags)
    let observation = provider.observe { seen.append(holder.values[0].value(of: Flags.limit)) }
    provider.set(77, for: Flags.limit)
    observation.cancel()
    provider.set(78, for: Flags.limit)
    #expect(seen.values == [77])
  }

  @Test("Every reading is reported, also undeclared flags; a reporter's own readings are not")
  func reporting() throws {
    let recorder = FlagEvaluationRecorder()
    let holder = Collected<FlagClient>()
    let flags = try client([(.commandLine, ["newSearch": .text("?"), "title": .text("x")])]) { record in
      recorder.record(record)
      _ = holder.values.first?.value(of: Flags.limit)
    }
    holder.append(flags)
    #expect(flags.value(of: Flags.title) == "x")
    _ = flags.snapshot().value(of: Flags.newSearch)
    _ = flags.details(of: Flags.old)
    #expect(recorder.records.map(\.key) == ["title", "newSearch", "oldLayout"])
    #expect(recorder.records.map(\.value) == [.string("x"), .boolean(false), .boolean(true)])
    #expect(recorder.records.map(\.reason) == [.decided(.commandLine), .defaultValue, .undeclared])
    #expect(recorder.records.map(\.malformed.count) == [0, 1, 0])
  }

  @Test("Writers and readers on many threads: no torn snapshot, no lost change, and the newest state stays")
  func threads() async throws {
    let provider = InMemoryFlagProvider(values: [
      "http.maxRows": .integer(0), "ratio": .number(0), "title": .string("0"),
    ])
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [provider])
    let torn = Collected<Int>()
    await onThreads(8) { thread in
      for round in 0..<2_000 {
        if thread < 2 {
          let number = 1 + thread + 2 * round
          provider.replace(
            with: FlagReading(values: [
              "http.maxRows": .integer(number), "ratio": .number(Double(number)), "title": .string("\(number)"),
            ])
          )
        } else {
          let snapshot = flags.snapshot()
          let number = snapshot.value(of: Flags.limit)
          if snapshot.value(of: Flags.ratio) != Double(number) || snapshot.value(of: Flags.title) != "\(number)" {
            torn.append(number)
          }
        }
      }
    }
    #expect(torn.values.isEmpty)
    #expect(FlagContent.integer(flags.value(of: Flags.limit)) == provider.reading().values["http.maxRows"])
    var limits = flags.changes(of: Flags.limit).makeAsyncIterator()
    #expect(await limits.next() == flags.value(of: Flags.limit))
  }

  @Test("What a thread stored it reads at once, whatever others store meanwhile")
  func readYourWrites() async throws {
    let store = InMemoryFlagOverrideStore()
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [PersistedFlagProvider(store: store)])
    let wrong = Collected<Int>()
    await onThreads(4) { thread in
      for round in 0..<300 {
        do throws(FlagOverrideError) {
          switch thread {
          case 0:
            try flags.setOverride(round, of: Flags.limit)
            if flags.value(of: Flags.limit) != round { wrong.append(round) }
          case 1:
            try flags.setOverride("\(round)", of: Flags.title)
            if flags.value(of: Flags.title) != "\(round)" { wrong.append(round) }
          case 2:
            try flags.setOverride(round.isMultiple(of: 2), of: Flags.newSearch)
            if flags.value(of: Flags.newSearch) != round.isMultiple(of: 2) { wrong.append(round) }
          default:
            try flags.removeOverride(ofKey: "ratio")
          }
        } catch {
          wrong.append(-1)
        }
      }
    }
    #expect(wrong.values.isEmpty)
    #expect(try store.load().values.count == 3)
  }

  @Test("What a thread stored it reads at once, although another found the change first and is still telling others")
  func slowObserver() async throws {
    // Given a change that one thread found, whose first observer takes long
    let store = InMemoryFlagOverrideStore()
    let provider = PersistedFlagProvider(store: store)
    let isTelling = DispatchSemaphore(value: 0)
    let mayGoOn = DispatchSemaphore(value: 0)
    let calls = Collected<Void>()
    let observation = provider.observe {
      calls.append(())
      guard calls.values.count == 1 else { return }
      isTelling.signal()
      mayGoOn.wait()
    }
    let flags = FlagClient(catalog: try Flags.catalog(), providers: [provider])
    try store.update { $0.values["http.maxRows"] = .integer(5) }
    let limit = Collected<Int>()
    await onThreads(2) { thread in
      if thread == 0 {
        provider.reload()
      } else {
        // When another thread stores the same meanwhile
        isTelling.wait()
        limit.append((try? flags.setOverride(5, of: Flags.limit)) == nil ? -1 : flags.value(of: Flags.limit))
        mayGoOn.signal()
      }
    }
    // Then it reads what it stored.
    #expect(limit.values == [5])
    observation.cancel()
  }
}
