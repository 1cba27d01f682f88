import BasicsTesting
import Testing

@testable import Components

@Suite("Cluster scanner")
struct ClusterScannerTests {
  @Test("ends clusters at Character boundaries, and never exceeds two cells per cluster")
  func boundaries() {
    // Given: difficult text
    var random = RandomText(seed: 2)
    for _ in 0..<LongTests.rounds(byDay: 1_500, byNight: 50_000) {
      let text = random.hostile(maximumParts: 12)
      // When: the scanner divides the text
      let ends = Self.ends(text)
      // Then: the scanner keeps all boundaries of Character, and adds new ones only inside characters that are too wide
      var end = 0
      for character in text {
        let inside = ends.filter { end < $0 && $0 < end + character.utf8.count }
        end += character.utf8.count
        #expect(ends.contains(end), "\(text.codePoints)")
        #expect(inside.isEmpty || character.displayWidth() > 2, "\(text.codePoints)")
      }
      #expect(Self.widths(text).allSatisfy { 0...2 ~= $0 }, "\(text.codePoints)")
    }
  }

  @Test(
    "limits clusters to two drawn cells and 32 code points",
    arguments: [
      // The repeated text, the count, the prefix, the total width, and the longest cluster's code point count.
      ("\u{301}", 5_000, "e", 1, 32), ("\u{301}", 5_000, "", 0, 32), ("\u{1F1E9}\u{1F1EA}", 500, "", 1_000, 2),
      ("\u{1100}\u{1161}", 500, "", 1_000, 2), ("\u{1100}", 200, "", 400, 1), ("\u{600}", 200, "", 200, 2),
      ("\u{94D}\u{915}", 499, "\u{915}", 200, 10), ("\u{1F469}\u{200D}", 100, "", 40, 10),
      ("\u{93F}", 99, "\u{915}", 50, 4), ("\u{1F3FB}", 100, "a", 201, 1),
    ] as [(String, Int, String, Int, Int)]
  )
  func longClusters(part: String, count: Int, start: String, width: Int, longest: Int) {
    let text = start + String(repeating: part, count: count)
    #expect(text.displayWidth() == width)
    #expect(Self.lengths(text).max() == longest)
  }

  @Test(
    "doesn't divide clusters in real text",
    arguments: [
      "\u{1F469}\u{1F3FB}\u{200D}\u{2764}\u{FE0F}\u{200D}\u{1F48B}\u{200D}\u{1F468}\u{1F3FF}",
      "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}\u{200D}\u{1F466}",
      "\u{1F3F4}\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
      "\u{930}\u{94D}\u{924}\u{94D}\u{938}\u{94D}\u{928}\u{94D}\u{92F}", "\u{D15}\u{D4B}\u{D02}",
      "\u{F67}\u{F90}\u{FB5}\u{FA8}\u{FB3}\u{FBA}\u{FBC}\u{FBB}\u{F82}", "\u{1112}\u{1161}\u{11AB}",
      "Z" + String(repeating: "\u{353}\u{310}\u{489}", count: 10),
    ]
  )
  func writtenClusters(text: String) {
    #expect(Self.lengths(text).count == 1)
    #expect(text.displayWidth() <= 2)
  }

  private static func ends(_ text: String) -> [Int] { clusters(text).map(\.end) }

  private static func widths(_ text: String) -> [Int] { clusters(text).map(\.width) }

  private static func lengths(_ text: String) -> [Int] {
    let ends = ends(text)
    let bytes = Array(text.utf8)
    return zip([0] + ends, ends).map { String(decoding: bytes[$0..<$1], as: UTF8.self).unicodeScalars.count }
  }

  private static func clusters(_ text: String) -> [ClusterScanner.Cluster] {
    text.withClusterScanner(.standard) { scanner in
      var clusters: [ClusterScanner.Cluster] = []
      var index = 0
      while index < scanner.bytes.count {
        clusters.append(scanner.cluster(at: index))
        index = clusters[clusters.count - 1].end
      }
      return clusters
    }
  }
}
