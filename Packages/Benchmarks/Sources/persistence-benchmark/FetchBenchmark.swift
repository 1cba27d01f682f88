import FetchCounter
import Foundation
import Networking

/// What the program adds to a fetch beyond the transport.
///
/// The service is `fetch-counter serve` in another process. In each round the two requests of every fetch are first sent by the bare
/// transport, pair after pair, with no more than what finding the next path takes; then as many fetches are made by
/// `fetch-counter fetch` as anybody runs it, 16 at a time, with its middleware, typed endpoints, the count on disk and the history. Its time is that
/// of its own summary, without the start of the process. The difference of the two, divided by the fetches, is the program's share.
/// The feature's use case alone, without the program's middleware, is measured beside it.
struct FetchBenchmark {
  private static let rounds = 9
  private static let fetches = 1_000
  private static let concurrency = 16

  private struct Measure {
    var seconds: [Double] = []

    mutating func add(_ body: () async throws -> Void) async rethrows {
      seconds.append(try await Stopwatch.seconds(body))
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
    var feature = Measure()
    var whole: [Double] = []
    for _ in 0..<Self.rounds {
      try await bare.add { try await sendPairs(transport, to: service.url) }
      whole.append(try runProgram(service.url))
      try await feature.add { try await fetch(repeatedly) }
    }
    guard try store.load().count == Self.rounds * Self.fetches else { throw BenchmarkError("Fetches were lost.") }
    report(bare, feature, whole)
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

  /// Lets the program fetch.
  ///
  /// - Returns: The seconds that it says it took.
  private func runProgram(_ url: URL) throws -> Double {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = [
      "fetch", "--times", "\(Self.fetches)", "--concurrency", "\(Self.concurrency)", "--json", "--counter-url",
      url.absoluteString, "--data-dir", folder.file("program"),
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let document = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    guard let summary = document?["summary"] as? [String: Any], summary["succeeded"] as? Int == Self.fetches,
      let seconds = summary["elapsed_seconds"] as? Double
    else { throw BenchmarkError("\(program) fetch failed.") }
    return seconds
  }

  private func report(_ bare: Measure, _ feature: Measure, _ whole: [Double]) {
    let times = Double(Self.fetches)
    func median(_ values: [Double]) -> String { Stopwatch.microseconds(Stopwatch.median(values) / times) }
    // Round by round, so that a moment in which the machine was busy with something else counts in both or in none.
    func share(_ own: [Double]) -> String { median(zip(own, bare.seconds).map { $0 - $1 }) }
    print("\(Self.fetches) fetches at concurrency \(Self.concurrency), \(Self.rounds) rounds in turn, medians")
    print("  two requests by the bare transport: \(median(bare.seconds))")
    print("  a fetch of the program: \(median(whole)); its share \(share(whole)) (at most 100 µs)")
    print(
      "  a fetch of the feature alone, without middleware: \(median(feature.seconds)); its share \(share(feature.seconds))"
    )
  }
}
