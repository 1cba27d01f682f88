import BasicsTesting
import Observation
import Testing

@testable import Components

@Suite("Image store")
@MainActor
struct ImageStoreTests {
  /// A decoder for square images whose side in pixels is part of the file's name.
  private struct SquareDecoder: ImageDecoding {
    struct Broken: Error {}

    func image(from file: [UInt8], fitting side: Int) throws -> PixelImage {
      let name = String(decoding: file, as: UTF8.self)
      guard let side = name.split(separator: "-").first.flatMap({ Int($0) }),
        let image = PixelImage(width: side, height: side, bytes: Array(repeating: 1, count: side * side * 4))
      else { throw Broken() }
      return image
    }
  }

  /// Image files that contain their own address, with a record of the requested addresses.
  @MainActor
  @Observable
  final class Files {
    private(set) var requested: [String] = []
    private(set) var urgencies: [ImageUrgency] = []

    func load(_ address: String, _ urgency: ImageUrgency) -> [UInt8] {
      requested.append(address)
      urgencies.append(urgency)
      return Array(address.utf8)
    }
  }

  private static let rows = ImageStore.Place("rows", side: 64, urgency: .decoration)
  private static let page = ImageStore.Place("page", side: 512, urgency: .content)

  private let files = Files()

  private func store(byteLimit: Int) -> ImageStore {
    ImageStore(decoder: SquareDecoder(), byteLimit: byteLimit) { [files] in await files.load($0, $1) }
  }

  private func show(_ names: [String], in place: ImageStore.Place = rows, of store: ImageStore) async {
    store.show(names, in: place)
    await settle { names.allSatisfy { store.image(at: $0, in: place) != nil } }
    // Report the visible images, as after every frame.
    store.show(names, in: place)
  }

  private func kept(_ names: [String], in place: ImageStore.Place = rows, of store: ImageStore) -> [String] {
    names.filter { store.image(at: $0, in: place) != nil }
  }

  @Test("evicts the least recently shown images when the byte limit is exceeded")
  func limit() async {
    // Given: room for four images of 10 × 10 pixels
    let store = store(byteLimit: 1_600)
    let names = (0..<5).map { "10-\($0)" }
    for name in names.prefix(4) { await show([name], of: store) }
    #expect(kept(names, of: store) == ["10-0", "10-1", "10-2", "10-3"])
    // When: the first image is shown again, followed by a fifth image
    await show(["10-0"], of: store)
    await show(["10-4"], of: store)
    // Then: the least recently shown image is evicted
    #expect(kept(names, of: store) == ["10-0", "10-2", "10-3", "10-4"])
  }

  @Test("evicts several small images to make room for a large one")
  func sizes() async {
    let store = store(byteLimit: 1_600)
    let names = (0..<4).map { "10-\($0)" }
    for name in names { await show([name], of: store) }
    // When: an image of 900 bytes arrives
    await show(["15-large"], of: store)
    // Then: three images of 400 bytes are evicted
    #expect(kept(names + ["15-large"], of: store) == ["10-3", "15-large"])
  }

  @Test("keeps visible images even beyond the byte limit, and loads them only once")
  func visible() async {
    let store = store(byteLimit: 1_000)
    let names = (0..<4).map { "10-\($0)" }
    // When
    await show(names, of: store)
    for _ in 0..<5 { await show(names, of: store) }
    // Then
    #expect(kept(names, of: store) == names)
    #expect(files.requested.count == 4)
    // When: two images are scrolled out of view
    await show(Array(names.suffix(2)), of: store)
    // Then: the limit is met again
    #expect(kept(names, of: store) == ["10-2", "10-3"])
  }

  @Test("counts images in all places toward the limit, and loads them with the urgency of their place")
  func places() async {
    let store = store(byteLimit: 1_000)
    await show(["10-a"], of: store)
    await show([], of: store)
    await show(["14-a"], in: Self.page, of: store)
    #expect(kept(["10-a"], of: store).isEmpty)
    #expect(kept(["14-a"], in: Self.page, of: store) == ["14-a"])
    #expect(files.urgencies == [.decoration, .content])
  }

  @Test("loads a broken image only once until failures are forgotten")
  func broken() async {
    let store = store(byteLimit: 1_000)
    store.show(["broken"], in: Self.rows)
    await settle { store.failureCount == 1 }
    store.show(["broken"], in: Self.rows)
    #expect(store.loadCount == 0)
    #expect(store.image(at: "broken", in: Self.rows) == nil)
    store.forgetFailures()
    store.show(["broken"], in: Self.rows)
    #expect(store.loadCount == 1)
  }
}
