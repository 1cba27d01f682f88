import Testing

@testable import Components

@Suite("Cluster scanner")
struct ClusterScannerTests {
  @Test("Clusters end where the standard library's characters end")
  func boundaries() {
    // Given texts of difficult parts
    var random = RandomText(seed: 2)
    for _ in 0..<5_000 {
      let text = random.hostile(maximumParts: 12)
      // When the scanner walks through them
      let ends = Self.ends(text)
      // Then its boundaries are those of Character
      var expected: [Int] = []
      for character in text { expected.append((expected.last ?? 0) + character.utf8.count) }
      #expect(ends == expected, "\(text.codePoints)")
    }
  }

  @Test("Very long clusters are one cluster, and runs of joined ones are divided alike")
  func longClusters() {
    let zalgo = "e" + String(repeating: "\u{301}", count: 5_000)
    let marks = String(repeating: "\u{301}", count: 5_000)
    let flags = String(repeating: "\u{1F1E9}\u{1F1EA}", count: 500)
    let syllables = String(repeating: "\u{1100}\u{1161}", count: 500)
    let conjunct = String(repeating: "\u{915}\u{94D}", count: 500) + "\u{915}"
    let pictures = String(repeating: "\u{1F469}\u{200D}", count: 500) + "\u{1F469}"
    for text in [zalgo, marks, flags, syllables, conjunct, pictures] {
      #expect(Self.ends(text).count == text.count)
    }
    #expect(flags.displayWidth() == 1_000)
    #expect(pictures.displayWidth() == 2)
  }

  private static func ends(_ text: String) -> [Int] {
    text.withClusterScanner(.standard) { scanner in
      var ends: [Int] = []
      var index = 0
      while index < scanner.bytes.count {
        index = scanner.cluster(at: index).end
        ends.append(index)
      }
      return ends
    }
  }
}
