import BasicsTesting
import Foundation
import Images
import SampleServices
import Testing

/// Tests that compare documents and pictures with golden files, because a seed generates the same data everywhere.
///
/// After an intended change, rewrite the files with `SAMPLES_REWRITE_GOLDEN=1` and review the differences.
@Suite("Sample data")
struct SampleDataTests {
  private static let golden = Golden(folder: "Golden", besideFile: #filePath, rewriteVariable: "SAMPLES_REWRITE_GOLDEN")

  private let services: SampleServices

  init() {
    var markets = MarketsSampleService.Configuration()
    markets.now = { Date(timeIntervalSince1970: 1_769_860_800.5) }
    services = SampleServices(directory: SampleDirectoryOptions(count: 40), markets: markets)
  }

  @Test(
    "generates the same documents on every machine",
    arguments: [
      ("employees.txt", ["/directory/employees.json"]), ("malformed.txt", ["/directory/employees_malformed.json"]),
      ("prices.txt", ["/markets/v1/prices", "/markets/v2/prices"]),
      (
        "markets.txt",
        ["vs_currency=EUR&per_page=3&page=2&sparkline=true", "vs_currency=usd&ids=iota,quoll,tether"].map {
          "/markets/api/v3/coins/markets?" + $0
        }
      ),
      (
        "lookup.txt",
        [
          "coins/list", "search?query=grt", "coins/bitcoin/history?date=30-01-2026",
          "coins/quoll/history?date=31-01-2026",
          "simple/price?ids=bitcoin,iota&vs_currencies=usd,jpy&include_24hr_change=true&include_last_updated_at=true",
        ].map { "/markets/api/v3/" + $0 }
      ),
    ]
  )
  func documents(file: String, paths: [String]) async throws {
    var text = ""
    for path in paths {
      let answer = try await services.answer(path)
      text += "=== \(path)\n" + answer.text.replacing("},{", with: "},\n{") + "\n"
    }
    let difference = try Self.golden.difference(of: text, from: file)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test("generates the same charts on every machine")
  func charts() async throws {
    var text = ""
    for (coin, days) in [("bitcoin", "1"), ("tether", "2"), ("iota", "90"), ("quoll", "91"), ("ethereum", "max")] {
      let path = "/markets/api/v3/coins/\(coin)/market_chart?vs_currency=aud&days=\(days)"
      let chart = try await services.answer(path).object()
      text += "=== \(coin), \(days)\n"
      for name in ["prices", "market_caps", "total_volumes"] {
        let points = try #require(chart[name] as? [[NSNumber]])
        text += "\(name): \(points.count)\n"
        for index in [0, 1, points.count / 2, points.count - 2, points.count - 1] {
          text += "  \(points[index][0]) \(points[index][1])\n"
        }
      }
    }
    let difference = try Self.golden.difference(of: text, from: "charts.txt")
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test("draws the same pictures on every machine")
  func pictures() async throws {
    var text = ""
    for coin in ["bitcoin", "ethereum", "solana"] {
      text += try await drawing("/markets/icons/\(coin)/thumb.png", step: 1)
    }
    for number in 0..<10 { text += try await drawing("/directory/photos/2026/\(number)/small.png", step: 2) }
    let difference = try Self.golden.difference(of: text, from: "pictures.txt")
    #expect(difference == nil, "\(difference ?? "")")
  }

  /// Returns a picture with a letter for each color, and the colors.
  private func drawing(_ path: String, step: Int) async throws -> String {
    let image = try ImageDecoder.decode(Array(try await services.answer(path).body))
    var colors: [[UInt8]] = []
    var text = "=== \(path)\n"
    for y in stride(from: 0, to: image.height, by: step) {
      for x in stride(from: 0, to: image.width, by: step) {
        let place = (y * image.width + x) * 4
        let color = Array(image.pixels[place..<place + 4])
        let number = colors.firstIndex(of: color) ?? colors.count
        if number == colors.count { colors.append(color) }
        text.unicodeScalars.append(Unicode.Scalar(UInt8(0x2E + min(number, 0x50))))
      }
      text += "\n"
    }
    return text + colors.map { $0.map { String($0, radix: 16) }.joined(separator: ",") }.joined(separator: " ") + "\n"
  }
}
