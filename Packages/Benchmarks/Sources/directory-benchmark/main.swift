import BenchmarkTools
import Components
import Directory
import Foundation
import Navigation
import Networking

// Usage: directory-benchmark [PROGRAM]  Runs all measurements with a server in a separate process, and measures `directory list`.
//        directory-benchmark serve N    Serves the sample directory with N employees, and prints its address; exits when its input ends.
//        directory-benchmark memory URL Loads the list and prints the process's memory use.

let arguments = CommandLine.arguments.dropFirst()
switch (arguments.first, arguments.dropFirst().first) {
case ("serve", let count?):
  try EmployeeServer.serve(count: Int(count) ?? 0)
case ("memory", let address?):
  try await MemoryMeasurement.run(at: try Loading.url(address))
case (nil, _):
  try await DirectoryBenchmark(program: nil).run()
case (let program?, nil):
  try await DirectoryBenchmark(program: program).run()
default:
  FileHandle.standardError.write(
    Data("directory-benchmark: unknown command '\(arguments.joined(separator: " "))'.\n".utf8)
  )
  exit(2)
}

/// Benchmarks for the claims about a directory with 10,000 employees, the maximum.
@MainActor
struct DirectoryBenchmark {
  private static let count = 10_000
  private static let repetitions = 7
  private static let size = Size(width: 120, height: 40)

  /// The path of `fetch-counter`, or `nil` to skip its measurement.
  let program: String?
  private let clock = ContinuousClock()

  func run() async throws {
    let server = try EmployeeServer(count: Self.count)
    let document = try await Loading.document(at: server.url)
    let size = Double(document.count) / 1_048_576
    let table = ResultTable("Directory: \(Self.count) employees, \(FigureUnit.mebibytes.text(size)) of JSON")
    let viewModel = try await measureLoading(server.url, document, table)
    try measureScreen(viewModel, table)
    let nothing = try EmployeeServer(count: 1)
    let base = try MemoryMeasurement.measure(at: nothing.url)
    let memory = try MemoryMeasurement.measure(at: server.url)
    if let program { try measureProcess(program, table) }
    table.add("memory of the process with one employee", base.now, .mebibytes)
    let times = "\(FigureUnit.mebibytes.text(memory.now)), at its peak \(FigureUnit.mebibytes.text(memory.most))"
    let name = "memory after loading and searching, without the process itself, relative to the JSON"
    table.add(name, (memory.now - base.now) / size, .times, .atMost(3), note: times)
    try table.show()
  }

  /// Measures the whole command: startup, request, decoding and output.
  private func measureProcess(_ program: String, _ table: ResultTable) throws {
    let server = try EmployeeServer(count: 1_000)
    let folder = FileManager.default.temporaryDirectory.appending(path: "directory-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = ["--directory-url", server.url.absoluteString, "--data-dir", folder.path, "--cache-dir", folder.path]
    let list = ChildProcess(program, ["directory", "list"] + options)
    var times: [Double] = []
    for round in 0..<35 {
      let seconds = try list.measure()
      if round >= 5 { times.append(seconds * 1e3) }
    }
    table.add("directory list of 1,000 as a process", Statistics.median(times), .milliseconds, .atMost(60))
  }

  /// Measures loading and decoding alternately, so other work on the machine affects both of them.
  private func measureLoading(
    _ url: URL,
    _ document: Data,
    _ table: ResultTable
  ) async throws -> EmployeeListViewModel {
    var decoding = Samples()
    var loading = Samples()
    var transferring = Samples()
    var last = try Loading.viewModel(at: url)
    await last.load()
    for _ in 0..<Self.repetitions {
      var count = 0
      try decoding.measure { count = try JSONDecoder().decode(PlainEmployees.self, from: document).employees.count }
      transferring.add(try await clock.measure { _ = try await Loading.document(at: url) })
      let viewModel = try Loading.viewModel(at: url)
      let start = clock.now
      let load = Task { await viewModel.load() }
      // Sleep, which leaves the processor free for the load.
      while viewModel.list == nil { try await Task.sleep(for: .microseconds(500)) }
      loading.add(clock.now - start)
      await load.value
      guard viewModel.rows.count == count, count == Self.count else {
        throw BenchmarkError("the list is incomplete")
      }
      last = viewModel
    }
    table.add("decoding alone, without checks", decoding.median, .milliseconds)
    table.add("of loading, the transfer", transferring.median, .milliseconds)
    table.add(
      "load, decode, check, sort and group, relative to decoding",
      loading.median / decoding.median,
      .times,
      .atMost(1.3),
      note: FigureUnit.milliseconds.text(loading.median)
    )
    return last
  }

  private func measureScreen(_ viewModel: EmployeeListViewModel, _ table: ResultTable) throws {
    let screen = EmployeeListScreen(
      viewModel: viewModel,
      photos: ImageStore(decoder: NoPhotos()) { _, _ in throw CancellationError() },
      source: NavigationQueue(),
      effects: NoEffects()
    )
    let environment = RenderEnvironment()
    func draw() { _ = screen.frame(size: Self.size, in: environment) }

    var first = Samples()
    first.measure(draw)
    table.add("first frame", first.maximum, .milliseconds, .atMost(5))

    var moves = Samples()
    let presses =
      [Key.down, .down, .pageDown, .end, .up, .pageUp, .home].map { KeyPress($0) }
      + ["}", "{", "j", "k"].map { .character($0) }
    for _ in 0..<20 {
      for press in presses {
        moves.measure {
          _ = screen.handle(.key(press))
          draw()
        }
      }
    }
    add("keys that move, with their frame, the longest", moves.maximum, of: moves, 16, to: table)

    var arranging = Samples()
    for _ in 0..<9 {
      for key in ["t", "s"] as [Character] {
        arranging.measure {
          _ = screen.keyMap.perform(.character(key))
          draw()
        }
      }
    }
    add("keys that group and sort, with their frame, the longest", arranging.maximum, of: arranging, 16, to: table)
    measureSearch(screen, table, draw)
  }

  private func measureSearch(_ screen: EmployeeListScreen, _ table: ResultTable, _ draw: () -> Void) {
    var strokes = Samples()
    let texts = [
      "ana", "zainab", "team:core platform", "type:part", "name:garcia", "example.com", "employee.99999",
      "the parts that nobody",
      "accessibility bakes", "bio:receipts team:web", "müller", "ŻÓŁK", "李小龙", "zzzz", "e a i o", "xq", "th", "in r",
      "type:full core ada",
    ]
    _ = screen.keyMap.perform(.character("/"))
    for _ in 0..<3 {
      for text in texts {
        let keys = text.map { KeyPress.character($0) } + text.map { _ in KeyPress(.backspace) }
        for key in keys {
          strokes.measure {
            _ = screen.handle(.key(key))
            draw()
          }
        }
      }
    }
    add("search keystrokes, with their frame, 99 %", strokes.percentile(99), of: strokes, 30, to: table)
  }

  private func add(_ name: String, _ value: Double, of samples: Samples, _ limit: Double, to table: ResultTable) {
    let texts = [samples.median, samples.maximum].map { FigureUnit.milliseconds.text($0) }
    table.add(name, value, .milliseconds, .atMost(limit), note: "median \(texts[0]), longest \(texts[1])")
  }
}

@MainActor
final class NoEffects: ScreenEffects {
  func show(_ message: StyledText, tone: Tone) {}
  func copy(_ text: String) {}
  func notify(title: String, message: String) {}
  func open(link: String) {}
  func export(name: String, contents: [UInt8]) {}
}

/// An image decoder that is never used, because lists and previews that haven't appeared load no photos.
private struct NoPhotos: ImageDecoding {
  func image(from file: [UInt8], fitting side: Int) throws -> PixelImage { throw CancellationError() }
}
