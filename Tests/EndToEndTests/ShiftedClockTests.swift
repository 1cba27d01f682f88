import BasicsTesting
import Foundation
import LoopbackServer
import Testing

/// Tests that run the program with a clock that is set back while its price service fails.
@Suite("Old prices with a shifted clock", .enabled(if: ShiftedClock.library != nil, "the toolchain has no clang"))
struct ShiftedClockTests {
  private let program: ProgramUnderTest

  init() throws { program = ProgramUnderTest(in: try TemporaryFolder()) }

  /// Runs a command with a clock that differs from the real one by a number of hours.
  private func run(_ words: [String], _ server: LoopbackServer, hours: Int = 0) async throws -> ProgramUnderTest.Outcome
  {
    var program = program
    program.environment["LD_PRELOAD"] = ShiftedClock.library
    program.environment["CLOCK_SHIFT_SECONDS"] = "\(hours * 3_600)"
    program.environment["FETCH_COUNTER_MARKETS_FRESHNESS"] = "24h"
    let address = ["--markets-url", server.url.absoluteString, "--currency", "usd"]
    return try await program.start(["markets"] + words + address).outcome()
  }

  /// Starts a service that returns a price of 130,000 until it fails with a status.
  private static func service(failingWith status: Int, _ isDown: Switch) throws -> LoopbackServer {
    try LoopbackServer { request in
      guard !isDown.isOn else { return .json(Data("{}".utf8), status: status) }
      let time = Date()
      guard !request.target.contains("/simple/price") else {
        let seconds = Int(time.timeIntervalSince1970)
        return .json(Data(#"{"bitcoin":{"usd":130000,"last_updated_at":\#(seconds)}}"#.utf8))
      }
      let coin = #""id":"bitcoin","symbol":"btc","name":"Bitcoin","market_cap_rank":1,"current_price":130000"#
      return .json(Data(#"[{\#(coin),"last_updated":"\#(time.formatted(.iso8601))"}]"#.utf8))
    }
  }

  @Test(
    "never acts on a price from before the clock was set back, or on a price of several hours",
    arguments: [503, 429],
    [-5, 5, 20]
  )
  func oldPrice(status: Int, hours: Int) async throws {
    // Given a stored price, an alert whose condition it meets, and a service that fails hours later or after the clock was set back
    let isDown = Switch()
    let server = try Self.service(failingWith: status, isDown)
    defer { server.stop() }
    #expect(try await run(["list"], server).exitCode == 0)
    #expect(try await run(["alerts", "add", "bitcoin", "above", "120000", "--once"], server).exitCode == 0)
    #expect(try await run(["portfolio", "buy", "bitcoin", "1", "--price", "1"], server).exitCode == 0)
    isDown.isOn = true

    // When
    let check = try await run(["check", "bitcoin", "above", "120000", "--json"], server, hours: hours)
    let watch = try await run(["watch", "--until-alert", "--timeout", "1s"], server, hours: hours)
    let list = try await run(["list", "--refresh", "--json"], server, hours: hours)
    let portfolio = try await run(["portfolio", "--json", "--refresh"], server, hours: hours)

    // Then nothing acts on the price, and its age is shown, or unknown after the clock was set back
    #expect(check.exitCode == 4, "\(check.output)")
    #expect(watch.exitCode != 0, "\(watch.output)")
    #expect(watch.output.isEmpty)
    for outcome in [list, portfolio] {
      let document = try outcome.document()
      #expect(document["stale"] as? Bool == true)
      let age = document["age_seconds"] as? Int
      if hours < 0 { #expect(age == nil) } else { #expect((age ?? 0) >= hours * 3_600) }
    }
    // The alert isn't spent.
    isDown.isOn = false
    #expect(try await run(["watch", "--until-alert"], server).exitCode == 0)
    #expect(list.messages.contains(hours < 0 ? "unknown age" : "\(hours) h ago"), "\(list.messages)")
  }
}

/// A library that shifts the time of a process by `CLOCK_SHIFT_SECONDS`, compiled once.
private enum ShiftedClock {
  static let library: String? = {
    let folder = FileManager.default.temporaryDirectory.appending(path: "shifted-clock-\(UUID().uuidString)")
    try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let (source, library) = (folder.appending(path: "clock.c").path, folder.appending(path: "clock.so").path)
    try? Data(code.utf8).write(to: URL(filePath: source))
    let compiler = Process()
    compiler.executableURL = URL(filePath: "/usr/bin/env")
    compiler.arguments = ["clang", "-shared", "-fPIC", "-O1", "-o", library, source]
    guard (try? compiler.run()) != nil else { return nil }
    compiler.waitUntilExit()
    return compiler.terminationStatus == 0 ? library : nil
  }()

  private static let code = """
    #include <stdlib.h>
    #include <sys/syscall.h>
    #include <sys/time.h>
    #include <time.h>
    #include <unistd.h>

    static long shift(void) {
      const char *seconds = getenv("CLOCK_SHIFT_SECONDS");
      return seconds ? atol(seconds) : 0;
    }

    int clock_gettime(clockid_t clock, struct timespec *time) {
      int result = (int)syscall(SYS_clock_gettime, clock, time);
      if (result == 0 && clock == CLOCK_REALTIME) time->tv_sec += shift();
      return result;
    }

    int gettimeofday(struct timeval *restrict time, void *restrict zone) {
      struct timespec now;
      (void)zone;
      clock_gettime(CLOCK_REALTIME, &now);
      time->tv_sec = now.tv_sec;
      time->tv_usec = now.tv_nsec / 1000;
      return 0;
    }

    time_t time(time_t *result) {
      struct timespec now;
      clock_gettime(CLOCK_REALTIME, &now);
      if (result) *result = now.tv_sec;
      return now.tv_sec;
    }

    """
}

/// `@unchecked Sendable`: `lock` guards `value`.
private final class Switch: @unchecked Sendable {
  private let lock = NSLock()
  private var value = false

  var isOn: Bool {
    get { lock.withLock { value } }
    set { lock.withLock { value = newValue } }
  }
}
