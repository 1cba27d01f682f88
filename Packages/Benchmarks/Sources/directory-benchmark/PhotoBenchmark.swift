import Components
import Directory
import Foundation
import Images
import Navigation
import Networking

/// A list of 1,000 people whose photos are all in the cache, scrolled from one end to the other.
@MainActor
struct PhotoBenchmark {
  private static let count = 1_000
  private static let size = Size(width: 120, height: 40)

  struct Result {
    /// How long drawing each frame took.
    var frames = Samples()
    /// The photos that were drawn.
    var photos = 0
    /// What was asked of the network while scrolling.
    var requests = 0
  }

  private let clock = ContinuousClock()

  func run() async throws -> Result {
    let server = try EmployeeServer(count: Self.count)
    let folder = FileManager.default.temporaryDirectory.appending(path: "directory-benchmark-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    let viewModel = try Loading.viewModel(at: server.url)
    await viewModel.load()
    let addresses = viewModel.list?.employees.compactMap(\.smallPhoto) ?? []
    let filling = CountingTransport(base: try SystemTransport.make())
    let filled = photos(filling, folder)
    for address in addresses { _ = try await filled.photo(at: address, urgency: .content) }

    // Another cache on the same folder is another run of the program.
    let counting = CountingTransport(base: try SystemTransport.make())
    let store = PhotoStore(repository: photos(counting, folder), decoder: Decoder())
    let screen = EmployeeListScreen(
      viewModel: viewModel,
      photos: store,
      source: NavigationQueue(),
      effects: NoEffects()
    )
    let environment = RenderEnvironment()
    var result = Result()
    var seen: Set<PhotoAddress> = []
    var last: Int?
    while viewModel.rows.state.offset != last {
      last = viewModel.rows.state.offset
      _ = screen.handle(.scroll(target: "directory.rows", index: nil, rows: 3))
      for _ in 0..<3 {
        result.frames.add(
          clock.measure {
            _ = screen.frame(size: Self.size, in: environment)
          }
        )
        // Photos arrive in between, as they do where frames are drawn sixty times a second.
        try await Task.sleep(for: .milliseconds(4))
      }
      for address in addresses where store.image(at: address, in: .rows) != nil { seen.insert(address) }
    }
    result.photos = seen.count
    result.requests = counting.count
    return result
  }

  private func photos(_ transport: any Transport, _ folder: URL) -> PhotoService {
    let cache = HTTPCache(configuration: .init(folder: folder))
    return PhotoService { APIClient(api: $0, transport: transport, middleware: [cache]) }
  }

  private struct Decoder: PhotoDecoding {
    struct Unusable: Error {}

    func image(from file: Data, fitting side: Int) throws -> PixelImage {
      let image = try ImageDecoder.decode(file).scaled(toFitWidth: side, height: side, enlarging: false)
      guard let pixels = PixelImage(width: image.width, height: image.height, bytes: image.pixels) else {
        throw Unusable()
      }
      return pixels
    }
  }
}

/// Counts what is sent.
///
/// `@unchecked Sendable`: `sent` is guarded by `lock`.
private final class CountingTransport: Transport, @unchecked Sendable {
  private let base: any Transport
  private let lock = NSLock()
  private var sent = 0

  init(base: any Transport) { self.base = base }

  var count: Int { lock.withLock { sent } }

  func send(_ request: HTTPRequest) async throws(NetworkError) -> HTTPResponse {
    lock.withLock { sent += 1 }
    return try await base.send(request)
  }
}
