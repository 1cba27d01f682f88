import FetchCounter
import Foundation
import Networking

/// What the program adds to a fetch beyond the transport.
///
/// The service is `fetch-counter serve` in another process. In each round the two requests of every fetch are first sent by the bare
/// transport, pair after pair, with no more than what finding the next path takes; then as many fetches are made by the program's own use
/// case, 16 at a time, with typed endpoints, the count on disk and the history. The difference of the two, divided by
/// the fetches, is the program's share.
struct FetchBenchmark {
  private static let rounds = 9
  private static let fetches = 1_000
  private static let concurrency = 16

  private struct Measure {
    var seconds: [Double] = []
    var processorSeconds: [Double] = []

    mutating func add(_ body: () async throws -> Void) async rethrows {
      let start = Stopwatch.processorSeconds()
      seconds.append(try await Stopwatch.seconds(body))
      processorSeconds.append(Stopwatch.processorSeconds() - start)
    }
  }

  let folder: DiskFolder
  let program: String

  func run() async throws {
    let service = try ServedProgram(program)
    defer { service.stop() }
    let transport = try SystemTransport.make()
    let store = FetchTallyStore(folder: folder.file("fetches"), writtenBy: "benchmark 1.0")
    let provider = CounterServiceProvider(
      client: APIClient(api: CounterAPI(baseURL: service.url), transport: transport)
    )
    let repeatedly = FetchRepeatedly(fetchResponseCode: FetchResponseCode(service: provider, store: store))
    var bare = Measure()
    var own = Measure()
    for _ in 0..<Self.rounds {
      try await bare.add { try await sendPairs(transport, to: service.url) }
      try await own.add { try await fetch(repeatedly) }
    }
    guard try store.load().count == Self.rounds * Self.fetches else { throw BenchmarkError("Fetches were lost.") }
    report(bare, own)
  }

  private func sendPairs(_ transport: any Transport, to url: URL) async throws {
    for _ in 0..<Self.fetches {
      let first = try await transport.send(HTTPRequest(url: url))
      let words = String(decoding: try await first.body.collect(upTo: 10_000), as: UTF8.self).split(separator: "\"")
      // JSON may escape slashes; nothing else in such an address is.
      guard words.count > 3, let next = URL(string: String(words[3].filter { $0 != "\\" })) else {
        throw BenchmarkError("No next path.")
      }
      let second = try await transport.send(HTTPRequest(url: next))
      _ = try await second.body.collect(upTo: 10_000)
      guard second.status.code == 200 else { throw BenchmarkError("The service refused its path.") }
    }
  }

  private func fetch(_ repeatedly: FetchRepeatedly) async throws {
    let run = await repeatedly.execute(times: Self.fetches, concurrency: Self.concurrency) { _ in true }
    guard run.succeeded == Self.fetches else { throw BenchmarkError("\(run.failed) fetches failed.") }
  }

  private func report(_ bare: Measure, _ own: Measure) {
    let times = Double(Self.fetches)
    func median(_ values: [Double]) -> String { Stopwatch.microseconds(Stopwatch.median(values) / times) }
    // Round by round, so that a moment in which the machine was busy with something else counts in both or in none.
    func share(_ own: [Double], _ bare: [Double]) -> String { median(zip(own, bare).map { $0 - $1 }) }
    print("\(Self.fetches) fetches at concurrency \(Self.concurrency), \(Self.rounds) rounds in turn, medians")
    print("  a fetch \(median(own.seconds)); its two requests by the bare transport \(median(bare.seconds))")
    print("  the program's share \(share(own.seconds, bare.seconds)) (at most 100 µs)")
    print("  the same in processor time of all threads \(share(own.processorSeconds, bare.processorSeconds))")
  }
}
