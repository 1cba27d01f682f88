import Components
import Directory
import Foundation
import Navigation
import Networking

/// What the directory claims about 100,000 employees.
@MainActor
struct DirectoryBenchmark {
  private static let count = 100_000
  private static let repetitions = 7
  private static let size = Size(width: 120, height: 40)

  /// The program, to be measured as a process.
  let program: String?
  private let clock = ContinuousClock()

  func run() async throws {
    let server = try EmployeeServer(count: Self.count)
    let document = try await Loading.document(at: server.url)
    print("Directory: \(Self.count) employees, \((Double(document.count) / 1_048_576).rounded2) MiB of JSON")
    let viewModel = try await measureLoading(server.url, document)
    try measureScreen(viewModel)
    let nothing = try EmployeeServer(count: 1)
    let base = try MemoryMeasurement.measure(at: nothing.url)
    let memory = try MemoryMeasurement.measure(at: server.url)
    let size = Double(document.count) / 1_048_576
    if let program { try measureProcess(program) }
    let photos = try await PhotoBenchmark().run()
    report(
      "frames of 1,000 rows with cached photos",
      "\(photos.frames.median.rounded2) ms",
      "at most \(photos.frames.maximum.rounded2) ms; \(photos.photos) photos, \(photos.requests) requests",
      "16 ms, 0 requests"
    )
    report("memory of the process with one employee", "\(base.now.rounded2) MiB", "", "")
    report(
      "memory with the list loaded and searched",
      "\(memory.now.rounded2) MiB",
      "\((memory.now / size).rounded2) × the JSON",
      "3 ×"
    )
    report(
      "the most memory meanwhile",
      "\(memory.most.rounded2) MiB",
      "\((memory.most / size).rounded2) × the JSON",
      ""
    )
  }

  /// The whole command: start, request, decoding, printing to nowhere.
  private func measureProcess(_ program: String) throws {
    let server = try EmployeeServer(count: 1_000)
    let folder = FileManager.default.temporaryDirectory.appending(path: "directory-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let options = ["--directory-url", server.url.absoluteString, "--data-dir", folder.path, "--cache-dir", folder.path]
    let list = ProcessMeasurement(path: program, arguments: ["directory", "list"] + options)
    var samples = Samples()
    for round in 0..<35 {
      let duration = try list.run()
      if round >= 5 { samples.add(duration) }
    }
    report("directory list of 1,000 as a process", "\(samples.median.rounded2) ms", "", "60 ms")
  }

  /// Both in turn, so that what else the machine does meets both.
  private func measureLoading(_ url: URL, _ document: Data) async throws -> EmployeeListViewModel {
    var decoding = Samples()
    var loading = Samples()
    var transferring = Samples()
    var last = try Loading.viewModel(at: url)
    await last.load()
    for _ in 0..<Self.repetitions {
      var count = 0
      decoding.add(
        try clock.measure { count = try JSONDecoder().decode(PlainEmployees.self, from: document).employees.count }
      )
      transferring.add(try await clock.measure { _ = try await Loading.document(at: url) })
      let viewModel = try Loading.viewModel(at: url)
      let start = clock.now
      let load = Task { await viewModel.load() }
      // Asleep in between, so that waiting takes no processor from what is waited for.
      while viewModel.list == nil { try await Task.sleep(for: .microseconds(500)) }
      loading.add(clock.now - start)
      await load.value
      guard viewModel.rows.count == count, count == Self.count else {
        throw Loading.NoAddress(text: url.absoluteString)
      }
      last = viewModel
    }
    report("decoding alone, without checks", "\(decoding.median.rounded2) ms", "", "")
    report("of loading, the transfer", "\(transferring.median.rounded2) ms", "", "")
    let ratio = loading.median / decoding.median
    report(
      "load, decode, check, sort and group",
      "\(loading.median.rounded2) ms",
      "\(ratio.rounded2) × decoding",
      "1.30 ×"
    )
    return last
  }

  private func measureScreen(_ viewModel: EmployeeListViewModel) throws {
    let screen = EmployeeListScreen(
      viewModel: viewModel,
      photos: PhotoStore(repository: NoPhotos(), decoder: NoDecoder()),
      source: NavSignal(),
      effects: NoEffects()
    )
    let environment = RenderEnvironment()
    func draw() { _ = screen.body(size: Self.size, in: environment).frame(size: Self.size, environment: environment) }

    var first = Samples()
    first.add(clock.measure(draw))
    report("first frame", "\(first.maximum.rounded2) ms", "", "5 ms")

    var moves = Samples()
    let presses =
      [Key.down, .down, .pageDown, .end, .up, .pageUp, .home].map { KeyPress($0) }
      + ["}", "{", "j", "k"].map { .character($0) }
    for _ in 0..<20 {
      for press in presses {
        moves.add(
          clock.measure {
            _ = screen.handle(.key(press))
            draw()
          }
        )
      }
    }
    report(
      "keys that move, with their frame",
      "\(moves.median.rounded2) ms",
      "at most \(moves.maximum.rounded2) ms",
      "16 ms"
    )

    var arranging = Samples()
    for _ in 0..<9 {
      for key in ["t", "s"] as [Character] {
        arranging.add(
          clock.measure {
            _ = screen.keyMap.perform(.character(key))
            draw()
          }
        )
      }
    }
    report(
      "keys that group and sort, with their frame",
      "\(arranging.median.rounded2) ms",
      "at most \(arranging.maximum.rounded2) ms",
      "16 ms"
    )
    measureSearch(screen, draw)
  }

  /// Types and deletes again, letter by letter.
  private func measureSearch(_ screen: EmployeeListScreen, _ draw: () -> Void) {
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
          strokes.add(
            clock.measure {
              _ = screen.handle(.key(key))
              draw()
            }
          )
        }
      }
    }
    report(
      "search keystrokes, with their frame",
      "\(strokes.median.rounded2) ms",
      "99 % within \(strokes.percentile(99).rounded2) ms, at most \(strokes.maximum.rounded2) ms",
      "30 ms"
    )
  }

  private func report(_ name: String, _ value: String, _ detail: String, _ limit: String) {
    func padded(_ text: String, _ width: Int) -> String {
      text + String(repeating: " ", count: max(width - text.count, 1))
    }
    print("  " + padded(name, 46) + padded(value, 14) + padded(detail, 46) + (limit.isEmpty ? "" : "limit \(limit)"))
  }
}

private struct NoPhotos: PhotoRepository {
  func photo(at address: PhotoAddress, urgency: PhotoUrgency) async throws(PhotoError) -> Data {
    throw .unusableAddress(address.text)
  }
}

private struct NoDecoder: PhotoDecoding {
  struct Unused: Error {}

  func image(from file: Data, fitting side: Int) throws -> PixelImage { throw Unused() }
}

@MainActor
final class NoEffects: ScreenEffects {
  func show(_ message: StyledText, tone: Tone) {}
  func copy(_ text: String) {}
  func notify(title: String, message: String) {}
  func open(link: String) {}
  func export(name: String, contents: [UInt8]) {}
}
