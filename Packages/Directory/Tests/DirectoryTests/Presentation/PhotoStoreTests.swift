import BasicsTesting
import Components
import Foundation
import Testing

@testable import Directory

@Suite("Photos in memory", .timeLimit(.minutes(1)))
@MainActor
struct PhotoStoreTests {
  /// Makes a square picture with a side in pixels that the file names.
  private struct SquareDecoder: PhotoDecoding {
    struct Broken: Error {}

    func image(from file: Data, fitting side: Int) throws -> PixelImage {
      let name = String(decoding: file, as: UTF8.self)
      guard let side = name.split(separator: "-").first.flatMap({ Int($0) }),
        let image = PixelImage(width: side, height: side, bytes: Array(repeating: 1, count: side * side * 4))
      else { throw Broken() }
      return image
    }
  }

  private let photos = FakePhotos()

  private func store(byteLimit: Int) -> PhotoStore {
    PhotoStore(repository: photos, decoder: SquareDecoder(), byteLimit: byteLimit)
  }

  private func show(_ names: [String], in place: PhotoStore.Place = .rows, of store: PhotoStore) async {
    let addresses = names.map(PhotoAddress.init)
    store.show(addresses, in: place)
    await settle { addresses.allSatisfy { store.image(at: $0, in: place) != nil } }
    // As at every drawing.
    store.show(addresses, in: place)
  }

  private func kept(_ names: [String], in place: PhotoStore.Place = .rows, of store: PhotoStore) -> [String] {
    names.filter { store.image(at: PhotoAddress($0), in: place) != nil }
  }

  @Test("are limited by their bytes, and those shown longest ago go first")
  func limit() async {
    // Given room for four pictures of 10 × 10 pixels
    let store = store(byteLimit: 1_600)
    let names = (0..<5).map { "10-\($0)" }
    for name in names.prefix(4) { await show([name], of: store) }
    #expect(kept(names, of: store) == ["10-0", "10-1", "10-2", "10-3"])
    // When the first of them is shown again, and then a fifth
    await show(["10-0"], of: store)
    await show(["10-4"], of: store)
    // Then the one that was shown longest ago has made room
    #expect(kept(names, of: store) == ["10-0", "10-2", "10-3", "10-4"])
  }

  @Test("make room for a large one by several small ones")
  func sizes() async {
    let store = store(byteLimit: 1_600)
    let names = (0..<4).map { "10-\($0)" }
    for name in names { await show([name], of: store) }
    // When one of 900 bytes comes
    await show(["15-large"], of: store)
    // Then three of 400 go
    #expect(kept(names + ["15-large"], of: store) == ["10-3", "15-large"])
  }

  @Test("stay while they are shown, though they take more than the limit, and are not asked for again and again")
  func shown() async {
    let store = store(byteLimit: 1_000)
    let names = (0..<4).map { "10-\($0)" }
    // When
    await show(names, of: store)
    for _ in 0..<5 { await show(names, of: store) }
    // Then
    #expect(kept(names, of: store) == names)
    #expect(photos.asked.count == 4)
    // When two of them are scrolled away
    await show(Array(names.suffix(2)), of: store)
    // Then the limit holds again
    #expect(kept(names, of: store) == ["10-2", "10-3"])
  }

  @Test("are counted together, wherever they are shown")
  func places() async {
    let store = store(byteLimit: 1_000)
    await show(["10-a"], of: store)
    await show([], of: store)
    await show(["14-a"], in: .page, of: store)
    #expect(kept(["10-a"], of: store).isEmpty)
    #expect(kept(["14-a"], in: .page, of: store) == ["14-a"])
  }
}
