import Basics
import CommandLine
import Foundation
import LoopbackServer
import Networking
import SampleServices

struct ServeCommand: AsyncCommand {
  private struct Document: Encodable {
    let counterURL: String
    let directoryURL: String
    let marketsURL: String

    enum CodingKeys: String, CodingKey {
      case counterURL = "counter_url"
      case directoryURL = "directory_url"
      case marketsURL = "markets_url"
    }
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "serve",
    summary: "Run the sample services until interrupted.",
    discussion: """
      At most 256 clients are connected at a time. At this limit, a new client replaces the one that has waited longest \
      without sending a complete request, so idle and slow clients don't block others.
      """,
    examples: [
      .init("fetch-counter serve", "Serve on http://127.0.0.1:8000/."),
      .init("fetch-counter serve --port 0", "Serve on a free port and print it."),
      .init(
        "fetch-counter serve --latency 200ms --fault close:0.1",
        "Delay each response, and make one request in ten fail."
      ),
    ],
    options: [Option.port, Option.latency, Option.fault, Option.employees, Option.seed],
    printsAsItGoes: true
  )

  let context: CommandContext

  func run() async throws(CommandFailure) {
    let console = context.console
    let seed = UInt64(context[.seed])
    var configuration = LoopbackServer.Configuration()
    var markets = MarketsSampleService.Configuration()
    markets.seed = seed
    if context[.verbose] {
      configuration.onRequest = { entry in console.inform(entry.line) }
    }
    let server: SampleServer
    do throws(LoopbackServerError) {
      server = try SampleServer(
        SampleServices(
          directory: SampleDirectoryOptions(count: context[.employees], seed: seed),
          markets: markets
        ),
        port: context[.port],
        configuration: configuration,
        faults: SampleFaultPlan(latency: context[.latency], entries: context[.fault], seed: seed)
      )
    } catch {
      throw CommandFailure(error)
    }
    defer { server.stop() }
    let document = Document(
      counterURL: server.counterURL.absoluteString,
      directoryURL: server.directoryURL.absoluteString,
      marketsURL: server.marketsURL.absoluteString
    )
    if console.isJSON {
      try console.write(json: document)
    } else {
      // Use a single write, so a program waiting for the addresses gets all of them.
      try console.write(
        "Counter service: \(document.counterURL)\n"
          + "Directory service: \(document.directoryURL)\n"
          + "Markets service: \(document.marketsURL)\n"
      )
    }
    console.inform("Press Ctrl-C to stop.")
    while !Task.isCancelled {
      // Only cancellation ends the wait. The server has its own threads.
      try? await Task.sleep(for: .seconds(3_600))
    }
  }
}

extension ServerLogEntry {
  /// The log line for a request, such as `GET /counter/ → 200, 95 bytes in 2 ms`, with secret query values redacted.
  fileprivate var line: String {
    let start = request.map { "\($0.method) \(SecretRedactor().redacted($0.target))" } ?? "Connection \(connection)"
    let time = duration.formatted(
      .units(allowed: [.seconds, .milliseconds], width: .abbreviated).locale(Locale(identifier: "en_US_POSIX"))
    )
    let sent = status.map { "\($0), \(bytesSent) bytes in \(time)" } ?? "no response after \(time)"
    let ending =
      switch outcome {
      case .answered: ""
      case .cut: ", cut off by a simulated fault"
      case .clientLeft: ", the client disconnected"
      case .refused(let reason): ", refused: \(reason)"
      case .stopped: ", the server stopped"
      }
    return "\(start) → \(sent)\(ending)"
  }
}

extension Option where Value == Int {
  fileprivate static var port: Self {
    .value(
      "port",
      .port,
      default: "8000",
      summary: "Port on 127.0.0.1; 0 for a free port.",
      isCommon: true
    )
  }
  fileprivate static var employees: Self {
    .value(
      "employees",
      .integer(in: 0...SampleDirectoryOptions.maximumCount),
      placeholder: "N",
      default: "30",
      summary: "Number of employees."
    )
  }
  fileprivate static var seed: Self {
    .value(
      "seed",
      .integer(in: 0...Int.max),
      placeholder: "N",
      default: "2026",
      summary: "Random seed for the sample data."
    )
  }
}

extension Option where Value == Duration {
  fileprivate static var latency: Self {
    .value(
      "latency",
      .duration(in: .zero ... .seconds(600)),
      placeholder: "DURATION",
      default: "0s",
      summary: "Minimum response time."
    )
  }
}

extension Option where Value == [SampleFaultPlan.Entry] {
  fileprivate static var fault: Self {
    .repeated("fault", .fault, placeholder: "NAME:RATE", summary: "Simulate a fault: \(faultNames).")
  }

  private static var faultNames: String { SampleFault.allCases.map(\.rawValue).joined(separator: ", ") }
}

extension ValueRule where Value == SampleFaultPlan.Entry {
  /// A rule for a fault and the fraction of requests that it affects, such as `status-500:0.1`.
  fileprivate static var fault: Self {
    Self(
      expectation: "a fault and the share of requests that it affects, such as status-500:0.1",
      example: "status-500:0.1"
    ) {
      word throws(ValidationError) in
      let parts = word.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let names = SampleFault.allCases.map(\.rawValue)
      guard let fault = SampleFault(rawValue: parts[0]) else {
        let nearest = Spelling.nearest(to: parts[0], among: names, limit: 1).first
        throw ValidationError(
          "unknown fault; the faults are \(names.joined(separator: ", "))",
          suggestion: nearest.map { "\($0):\(parts.count > 1 ? parts[1] : "1")" }
        )
      }
      do throws(ValidationError) {
        let rate = try ValueRule<Decimal>.decimal(from: 0, to: 1).parse(parts.count > 1 ? parts[1] : "1")
        return SampleFaultPlan.Entry(fault, rate: (rate as NSDecimalNumber).doubleValue)
      } catch {
        throw ValidationError(error.reason, suggestion: error.suggestion.map { "\(parts[0]):\($0)" })
      }
    }
  }
}
