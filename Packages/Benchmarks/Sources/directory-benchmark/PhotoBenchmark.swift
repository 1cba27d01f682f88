import BenchmarkTools
import Components
import Directory
import Foundation
import Images
import Navigation
import Networking
import Synchronization

/// A list of 1,000 people whose photos are all in the cache, scrolled from one end to the other.
@MainActor
struct PhotoBenchmark {
  private static let count = 1_000
  private static let size = Size(width: 120, height: 40)

  struct Result {
    /// The drawing time of each frame.
    var frames = Samples()
    var photos = 0
    var requests = 0
  }

  func run() async throws -> Result {
    let server = try EmployeeServer(count: Self.count)
    let folder = FileManager.default.temporaryDirectory.appending(path: "directory-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let viewModel = try Loading.viewModel(at: server.url)
    await viewModel.load()
    let addresses = viewModel.list?.employees.compactMap(\.smallPhoto) ?? []
    let filling = CountingTransport(base: try SystemTransport.make())
    let filled = photos(filling, folder)
    for address in addresses { _ = try await filled.file(at: address.text, priority: .interactive) }

    // Another cache on the same folder stands for the next run of the program.
    let counting = CountingTransport(base: try SystemTransport.make())
    let decoder = PhotoDecoder()
    let files = photos(counting, folder)
    let store = ImageStore(decoder: decoder) { address, _ in
      Array(try await files.file(at: address, priority: .prefetch))
    }
    let screen = EmployeeListScreen(
      viewModel: viewModel,
      photos: store,
      source: NavigationQueue(),
      effects: NoEffects()
    )
    let environment = RenderEnvironment()
    var result = Result()
    var last: Int?
    while viewModel.rows.state.offset != last {
      last = viewModel.rows.state.offset
      _ = screen.handle(.scroll(target: "directory.rows", index: nil, rows: 3))
      for _ in 0..<3 {
        result.frames.measure {
          _ = screen.frame(size: Self.size, in: environment)
        }
        // Photos arrive between frames.
        try await Task.sleep(for: .milliseconds(4))
      }
    }
    result.photos = decoder.count
    result.requests = counting.count
    return result
  }

  private func photos(_ transport: any Transport, _ folder: URL) -> ImmutableFileClient {
    let cache = HTTPCache(configuration: .init(folder: folder))
    return ImmutableFileClient { APIClient(api: $0, transport: transport, middleware: [cache]) }
  }
}

private final class CountingTransport: Transport {
  private let base: any Transport
  private let sent = Atomic(0)

  init(base: any Transport) { self.base = base }

  var count: Int { sent.load(ordering: .relaxed) }

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    sent.add(1, ordering: .relaxed)
    return try await base.send(request)
  }
}

/// Measured durations, in milliseconds.
struct Samples {
  private var milliseconds: [Double] = []

  mutating func add(_ duration: Duration) { milliseconds.append(duration / .milliseconds(1)) }

  mutating func measure(_ body: () throws -> Void) rethrows { add(try ContinuousClock().measure(body)) }

  var median: Double { percentile(50) }
  var maximum: Double { milliseconds.max() ?? 0 }

  /// Returns the percentile by the nearest rank.
  func percentile(_ percent: Int) -> Double {
    guard !milliseconds.isEmpty else { return 0 }
    let rank = (milliseconds.count * percent + 99) / 100
    return milliseconds.sorted()[max(rank, 1) - 1]
  }
}

/// Decodes photos as the program does.
final class PhotoDecoder: ImageDecoding {
  private let decoded = Atomic(0)

  /// The number of decoded photos.
  var count: Int { decoded.load(ordering: .relaxed) }

  func image(from file: [UInt8], fitting side: Int) throws -> PixelImage {
    let image = try ImageDecoder.decode(file).scaled(toFitWidth: side, height: side, enlarging: false)
    guard let pixels = PixelImage(width: image.width, height: image.height, bytes: image.pixels) else {
      throw BenchmarkError("a photo is unusable")
    }
    decoded.add(1, ordering: .relaxed)
    return pixels
  }
}
