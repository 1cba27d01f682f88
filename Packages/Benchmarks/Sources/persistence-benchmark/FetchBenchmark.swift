import BenchmarkTools
import FetchCounter
import Foundation
import Networking
import Persistence

/// A benchmark of the cost of a fetch, excluding the transport.
///
/// The service is `fetch-counter serve`. Each round sends every fetch's two requests through the bare transport, one
/// pair after another. It then runs the same number of fetches with `fetch-counter fetch`, 16 at a time, with
/// middleware, typed endpoints, the count on disk and the history. The program's share is the difference divided by the
/// number of fetches. The use case without middleware is also measured. Each variant runs in a separate process, which
/// reports its time without its startup.
struct FetchBenchmark {
  private static let rounds = 9
  private static let fetches = 1_000
  private static let concurrency = 16
  /// A number of days that exceeds the history's limit.
  private static let historyDays = 200

  static let title =
    "\(fetches) fetches at concurrency \(concurrency) with full history, medians of \(rounds) rounds in turn"

  let folder: DiskFolder
  let program: String

  func run(into table: ResultTable) async throws {
    let service = try ServedProgram(program)
    defer { service.stop() }
    let own = try ownPath()
    for name in ["program", "fetches"] { try await Self.fillHistory(Self.store(folder.file(name))) }
    var bare: [Double] = []
    var feature: [Double] = []
    var whole: [Double] = []
    for _ in 0..<Self.rounds {
      bare.append(try seconds(own, ["pairs", service.counterURL.absoluteString]))
      whole.append(try runProgram(service.counterURL))
      feature.append(try seconds(own, ["fetch", service.counterURL.absoluteString, folder.file("fetches")]))
    }
    guard try Self.store(folder.file("fetches")).load().count == Self.historyDays + Self.rounds * Self.fetches else {
      throw BenchmarkError("Fetches were lost.")
    }
    report(bare, feature, whole, into: table)
  }

  /// Sends the pairs of requests, in the process with the bare transport.
  static func sendPairs(to url: URL) async throws {
    let time = try await Stopwatch.seconds {
      let transport = try SystemTransport.make()
      for _ in 0..<fetches {
        let first = try await transport.send(HTTPRequest(url: url))
        let words = String(decoding: try await first.body.collect(upTo: 10_000), as: UTF8.self).split(separator: "\"")
        // JSON can escape the slashes in an address.
        guard words.count > 3, let next = URL(string: String(words[3].filter { $0 != "\\" })) else {
          throw BenchmarkError("No next path.")
        }
        let second = try await transport.send(HTTPRequest(url: next))
        _ = try await second.body.collect(upTo: 10_000)
        guard second.status.code == 200 else { throw BenchmarkError("The service refused its path.") }
      }
    }
    print(time)
  }

  /// Runs the fetches, in the process without middleware.
  static func fetch(from url: URL, path: String) async throws {
    let time = try await Stopwatch.seconds {
      let client = APIClient(api: CounterAPI(baseURL: url), transport: try SystemTransport.make())
      let useCase = FetchResponseCode(service: CounterServiceProvider(client: client), store: store(path))
      let run = await FetchRepeatedly(fetchResponseCode: useCase)
        .execute(times: fetches, concurrency: concurrency) { _ in true }
      guard run.succeeded == fetches else { throw BenchmarkError("\(run.failed) fetches failed.") }
    }
    print(time)
  }

  /// Counts fetches on many days, which fills the lists of codes, days and durations.
  private static func fillHistory(_ store: FetchCountStore) async throws {
    _ = try await store.update { count in
      for day in 0..<historyDays {
        let time = Date(timeIntervalSince1970: 1_700_000_000 + Double(day) * 86_400)
        guard let code = ResponseCode(UUID().uuidString) else { continue }
        count.add(FetchedCode(responseCode: code, fetchedAt: time, duration: .milliseconds(day)), in: .gmt)
      }
    }
  }

  private static func store(_ path: String) -> FetchCountStore {
    FetchCountStore(in: PersistedStorage(folder: path, writtenBy: "benchmark 1.0"))
  }

  private func runProgram(_ url: URL) throws -> Double {
    let text = try ChildProcess.output(
      program,
      [
        "fetch", "--times", "\(Self.fetches)", "--concurrency", "\(Self.concurrency)", "--json", "--counter-url",
        url.absoluteString, "--data-dir", folder.file("program"),
      ]
    )
    let document = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    guard let summary = document?["summary"] as? [String: Any], summary["succeeded"] as? Int == Self.fetches,
      let seconds = summary["elapsed_seconds"] as? Double
    else { throw BenchmarkError("\(program) fetch failed.") }
    return seconds
  }

  private func seconds(_ program: String, _ arguments: [String]) throws -> Double {
    let text = try ChildProcess.output(program, arguments)
    guard let seconds = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
      throw BenchmarkError("\(program) \(arguments[0]) failed.")
    }
    return seconds
  }

  private func ownPath() throws -> String {
    guard let path = Bundle.main.executablePath else {
      throw BenchmarkError("The benchmark can't find its own executable.")
    }
    return path
  }

  private func report(_ bare: [Double], _ feature: [Double], _ whole: [Double], into table: ResultTable) {
    func median(_ values: [Double]) -> Double { Statistics.median(values) / Double(Self.fetches) * 1e6 }
    // Compare the rounds in pairs, so other work on the machine affects both or neither.
    func share(_ own: [Double]) -> Double { median(zip(own, bare).map { $0 - $1 }) }
    table.add("two requests by the bare transport", median(bare), .microseconds)
    let all = "\(FigureUnit.microseconds.text(median(whole))) in all"
    table.add("a fetch of the program in addition", share(whole), .microseconds, .atMost(100), note: all)
    let alone = "\(FigureUnit.microseconds.text(median(feature))) in all"
    table.add("  of the feature alone, without middleware", share(feature), .microseconds, note: alone)
  }
}
