import BasicsTesting
import Components
import Foundation
import Observation
import Testing

@testable import Markets

@Suite("Coin icons")
@MainActor
struct CoinIconTests {
  private struct Decoder: ImageDecoding {
    struct Unusable: Error {}

    func image(from file: [UInt8], fitting side: Int) throws -> PixelImage {
      guard file.first != UInt8(ascii: "R"), let image = PixelImage(width: 1, height: 1, bytes: [255, 0, 0, 255]) else {
        throw Unusable()
      }
      return image
    }
  }

  @MainActor
  @Observable
  final class Files {
    var requested: [String] = []
    var isOn = true
    var content = "PNG"
  }

  private let files = Files()
  private let images: ImageStore
  private let environment = RenderEnvironment(isAnimated: false)

  init() {
    images = ImageStore(decoder: Decoder()) { [files] address, _ in
      await MainActor.run {
        files.requested.append(address)
        return Array(files.content.utf8)
      }
    }
  }

  private var icons: CoinIcons { CoinIcons { [files, images] in files.isOn ? images : nil } }

  private static func coins(_ count: Int) -> [Coin] {
    FakeRepository.coins(count).map { coin in
      var coin = coin
      coin.image = "https://images.example/\(coin.id).png"
      return coin
    }
  }

  private func listScreen(_ count: Int = 40) async -> CoinListScreen {
    let model = CoinListViewModel(repository: FakeRepository(Self.coins(count)), now: { FakeRepository.date })
    let screen = CoinListScreen(model: model, icons: icons, source: FakeSource(), effects: FakeEffects())
    await model.load()
    return screen
  }

  private func show(_ screen: any Screen, _ size: Size = Size(width: 80, height: 24)) -> [String] {
    let frame = screen.frame(size: size, in: environment)
    screen.didShow(frame)
    return frame.buffer.lines
  }

  @Test("loads each visible coin's icon once, and shows the coin's initial until then")
  func list() async {
    let screen = await listScreen()
    let before = show(screen, Size(width: 80, height: 8))
    #expect(before[2].hasPrefix("▸  C"), "\(before[2])")
    let count = screen.model.table.visibleRows(height: 6).count
    await settle { images.image(at: "https://images.example/coin-0.png", in: .coinRows) != nil }
    await settle { files.requested.count == count }
    #expect(files.requested.allSatisfy { $0.hasPrefix("https://images.example/coin-") })
    let after = show(screen, Size(width: 80, height: 8))
    #expect(after[2].contains("▀▀"), "\(after[2])")
    #expect(files.requested.count == count)
  }

  @Test("requests CoinGecko's small icons for rows, and large ones for pages")
  func sizes() async {
    let address = "https://images.example/coins/1/large/coin-0.png"
    for place in [ImageStore.Place.coinRows, .holdingRows, .coinPage] {
      icons.show(addresses: [address], in: place)
      await settle { images.loadCount == 0 }
    }
    let small = address.replacing("large", with: "small")
    #expect(files.requested == [small, small, address])
    #expect(images.image(at: small, in: .coinRows) != nil)
  }

  @Test(
    "omits icons if they are turned off, without color, in narrow windows, or if the source has none"
  )
  func off() async {
    let screen = await listScreen()
    files.isOn = false
    _ = show(screen)
    #expect(!screen.hasIcons(width: 80, in: environment))
    files.isOn = true
    #expect(screen.hasIcons(width: 80, in: environment))
    #expect(!screen.hasIcons(width: 38, in: environment))
    let plain = CoinListViewModel(repository: FakeRepository())
    await plain.load()
    let source = FakeSource()
    let bare = CoinListScreen(model: plain, icons: icons, source: source, effects: FakeEffects())
    #expect(!bare.hasIcons(width: 80, in: environment))
    #expect(!screen.hasIcons(width: 80, in: RenderEnvironment(capabilities: .plain)))
    #expect(files.requested.isEmpty)
  }

  @Test("shows the initial for a broken icon or an unknown format, and loads the icon only once")
  func broken() async {
    files.content = "RIFF....WEBP"
    let screen = await listScreen(1)
    _ = show(screen)
    await settle { files.requested.count == 1 }
    await settle { images.loadCount == 0 }
    let lines = show(screen)
    #expect(!lines.contains { $0.contains("▀▀") })
    #expect(images.loadCount == 0)
    #expect(files.requested.count == 1)
  }

  @Test("draws the icon next to the lines above a coin's chart without moving the chart")
  func page() async throws {
    let model = CoinDetailViewModel(
      "coin-0",
      repository: FakeRepository(Self.coins(3)),
      now: { FakeRepository.date }
    )
    let screen = CoinDetailScreen(model: model, icons: icons, effects: FakeEffects(), timeZone: .gmt)
    screen.appear()
    await model.settle()
    let before = show(screen)
    #expect(before[0].contains("Coin 0 C0  $37.04 AUD"), "\(before[0])")
    await settle { images.image(at: "https://images.example/coin-0.png", in: .coinPage) != nil }
    let after = show(screen)
    #expect(after[0].hasPrefix("▀▀▀▀▀▀  Coin 0 C0"), "\(after[0])")
    #expect(after[2].hasPrefix("▀▀▀▀▀▀  50 prices over 2 days, line"), "\(after[2])")
    #expect(before[3...] == after[3...])
    files.isOn = false
    #expect(show(screen)[0].hasPrefix("Coin 0"))
  }

  @Test(
    "reads the icon's URL from the source's document",
    arguments: [
      (#""https://h/i.png""#, "https://h/i.png"), ("null", nil),
      ("\"https://h/\(String(repeating: "a", count: 3_000))\"", nil),
    ] as [(String, String?)]
  )
  func address(field: String, expected: String?) throws {
    let document = #"[{"id": "bitcoin", "symbol": "btc", "name": "Bitcoin", "image": \#(field)}]"#
    let markets = try JSONDecoder().decode([CoinGeckoMarket].self, from: Data(document.utf8))
    let url = try #require(URL(string: "https://h"))
    #expect(try CoinGeckoMapping.coins(markets, .aud, url: url).first?.image == expected)
  }
}
