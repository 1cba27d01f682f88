import BenchmarkTools
import Foundation

struct AppBenchmark {
  private static let runs = 60
  private static let warmUps = 5
  private static let keys = 1_000

  let program: String
  let archives: [String]

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let environment = cleanEnvironment(home: folder.path)
    // Fetch once, because `status` must read an existing count.
    _ = try ChildProcess(program, ["fetch"], environment: environment).measure()

    let table = ResultTable("The released program; times are medians of \(Self.runs) processes")
    try addSizes(to: table)
    try addCommand(["--version"], limit: 5, environment, to: table)
    try addCommand(["status", "--json"], limit: 8, environment, to: table)
    let services = try ServedProgram(program)
    defer { services.stop() }
    try addCommand(["fetch", "--json"], limit: 40, environment.merging(services.environment) { $1 }, to: table)
    try addFirstFrame(environment, to: table)
    try addMemory(environment, to: table)
    try addKeys(environment, to: table)
    try addPaneKeys("directory", environment, to: table)
    try addPaneKeys("markets", environment, to: table)
    try table.show()
  }

  /// Returns an environment for a full-featured terminal, without any of the program's settings.
  private func cleanEnvironment(home: String) -> [String: String] {
    let inherited = ProcessInfo.processInfo.environment.filter {
      ["PATH", "LANG", "LC_ALL", "TMPDIR"].contains($0.key)
    }
    return inherited.merging(["HOME": home, "TERM": "xterm-256color", "COLORTERM": "truecolor"]) { $1 }
  }

  private func addSizes(to table: ResultTable) throws {
    for archive in archives {
      let attributes = try FileManager.default.attributesOfItem(atPath: archive)
      let megabytes = (attributes[.size] as? NSNumber).map { $0.doubleValue / 1e6 } ?? .nan
      table.add(URL(filePath: archive).lastPathComponent, megabytes, .megabytes, .atMost(20))
    }
  }

  private func addCommand(
    _ words: [String],
    limit: Double,
    _ environment: [String: String],
    to table: ResultTable
  ) throws {
    var times: [Double] = []
    for round in 0..<(Self.runs + Self.warmUps) {
      let seconds = try ChildProcess(program, words, environment: environment).measure()
      if round >= Self.warmUps { times.append(seconds * 1_000) }
    }
    add(words.joined(separator: " "), times, limit: limit, to: table)
  }

  /// Measures the time from the start of the process until its first frame is complete.
  private func addFirstFrame(_ environment: [String: String], to table: ResultTable) throws {
    var times: [Double] = []
    for round in 0..<(Self.runs + Self.warmUps) {
      let session = try TerminalSession(program, [], environment: environment)
      let time = try session.wait(for: Self.endOfFrame)
      if round >= Self.warmUps { times.append(Double(time - session.started) / 1e6) }
      try session.quit()
    }
    add("first frame", times, limit: 50, to: table)
  }

  private func addMemory(_ environment: [String: String], to table: ResultTable) throws {
    guard FileManager.default.fileExists(atPath: "/proc/self/status") else {
      return table.skip("memory after a tour", because: "this system has no /proc")
    }
    let session = try TerminalSession(program, [], environment: environment)
    _ = try session.wait(for: Self.endOfFrame)
    let down = "j"
    let escape = String(UnicodeScalar(UInt8(27)))
    let tour = [
      "f", "2", down, "\r", escape, "/", "a", escape, "3", down, "\r", ">", escape, "4", down, "?", escape, ":", escape,
      "1",
    ]
    for keys in tour {
      try session.type(keys)
      session.waitUntilQuiet()
    }
    table.add("memory after a tour", try session.memory("VmRSS"), .mebibytes, .atMost(48))
    table.add("  at most meanwhile", try session.memory("VmHWM"), .mebibytes)
    try session.quit()
  }

  /// Measures the time from a key press to the resulting frame, while a long list is reloaded in the background.
  private func addKeys(_ environment: [String: String], to table: ResultTable) throws {
    let services = try ServedProgram(program, ["--employees", "2000", "--latency", "5ms"])
    defer { services.stop() }
    let environment = environment.merging(services.environment) { $1 }
    let session = try TerminalSession(program, ["app", "directory"], environment: environment)
    _ = try session.wait(for: Self.endOfFrame)
    session.waitUntilQuiet()
    var times: [Double] = []
    for number in 0..<Self.keys {
      // Reload the list, bypassing the cache.
      if number.isMultiple(of: 10) { try session.type("r") }
      let (key, sign) = number.isMultiple(of: 2) ? ("4", Self.settingsSign) : ("2", Self.directorySign)
      let typed = try session.type(key)
      times.append(Double(try session.wait(for: sign) - typed) / 1e6)
      // A held key repeats about 30 times per second. The intervals vary, so keys arrive in every phase of an
      // animation.
      usleep(20_000 + UInt32(number % 7) * 3_000)
    }
    times.sort()
    table.add("key to frame while loading, median", times[times.count / 2], .milliseconds)
    table.add("key to frame while loading, 99 %", times[times.count * 99 / 100], .milliseconds, .atMost(16))
    try session.quit()
  }

  /// Measures the response time of cursor keys in a large list with a preview, and the output while nothing changes.
  private func addPaneKeys(_ link: String, _ environment: [String: String], to table: ResultTable) throws {
    let session = try TerminalSession(program, ["app", link], environment: environment, columns: 300, rows: 80)
    _ = try session.wait(for: Self.endOfFrame)
    session.waitUntilQuiet(milliseconds: 1_000)
    var times: [Double] = []
    for number in 0..<Self.keys {
      let typed = try session.type(number % 20 < 10 ? "j" : "k")
      times.append(Double(try session.wait(for: Self.selectionMark) - typed) / 1e6)
      usleep(20_000 + UInt32(number % 7) * 3_000)
    }
    times.sort()
    table.add("\(link) at 300 x 80: key to frame, median", times[times.count / 2], .milliseconds)
    table.add("\(link) at 300 x 80: key to frame, 99 %", times[times.count * 99 / 100], .milliseconds, .atMost(16))
    session.waitUntilQuiet(milliseconds: 1_000)
    let bytes = Double(session.byteCount(during: 2_000))
    table.add("\(link) at 300 x 80: bytes while nothing changes, 2 s", bytes, .bytes, .atMost(0))
    try session.quit()
  }

  /// The marker for the selected row in a list, which moves with every cursor key press.
  private static let selectionMark = "▸"
  /// A hint at the end of the bottom line of every screen.
  private static let endOfFrame = "Commands"
  /// The window title text that is written after the cells.
  private static let settingsSign = "· Settings"
  private static let directorySign = "· Directory"

  private func add(_ name: String, _ times: [Double], limit: Double, to table: ResultTable) {
    let fastest = "fastest \(FigureUnit.milliseconds.text(times.min() ?? .nan))"
    table.add(name, Statistics.median(times), .milliseconds, .atMost(limit), note: fastest)
  }
}

/// A benchmark of short commands, compared with a program that only imports Foundation and prints a line.
struct StartUpBenchmark {
  /// The number of measured pairs per command, after a few unmeasured pairs that fill the caches.
  private static let pairs = 100
  private static let warmUps = 5

  let program: String
  let baseline: String

  func run() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var environment = ProcessInfo.processInfo.environment
    environment["FETCH_COUNTER_DATA_DIR"] = folder.path
    // Fetch once, because `status` must read an existing count.
    _ = try ChildProcess(program, ["fetch"], environment: environment).measure()

    let table = ResultTable(
      "Start-up, medians of \(Self.pairs) pairs with a program that only imports Foundation"
    )
    for command in ["--version", "--help", "status", "status --json", "fetch"] {
      let words = command.split(separator: " ").map(String.init)
      let (own, base) = try measure(words, environment: environment)
      let ratio = Statistics.median(zip(own, base).map { $0 / $1 })
      let other = FigureUnit.milliseconds.text(Statistics.median(base) * 1_000)
      table.add(
        command,
        Statistics.median(own) * 1_000,
        .milliseconds,
        note: "\(FigureUnit.times.text(ratio)) \(other)"
      )
    }
    try table.show()
  }

  /// Runs both programs alternately, so other work on the machine affects both of them.
  private func measure(_ words: [String], environment: [String: String]) throws -> (own: [Double], base: [Double]) {
    var own: [Double] = []
    var base: [Double] = []
    for round in 0..<(Self.pairs + Self.warmUps) {
      let first = try ChildProcess(program, words, environment: environment).measure()
      let second = try ChildProcess(baseline, [], environment: environment).measure()
      guard round >= Self.warmUps else { continue }
      own.append(first)
      base.append(second)
    }
    return (own, base)
  }
}
