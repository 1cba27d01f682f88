import Testing

@testable import Components

@Suite("Status message")
struct StatusMessageTests {
  @Test("omits the gaps between its paragraphs before it truncates their text")
  func gaps() {
    let message = StatusMessage.failure(
      "Failed",
      detail: "one two three four",
      hint: "five six",
      keys: [.init("r", "Retry")]
    )
    func lines(height: Int) -> [String] {
      let size = Size(width: 10, height: height)
      return message.frame(size: size, environment: RenderEnvironment(isAnimated: false)).buffer.lines
    }
    for height in 5...9 {
      for word in ["Failed", "four", "six", "Retry"] {
        #expect(lines(height: height).contains { $0.contains(word) }, "\(word) in \(lines(height: height))")
      }
    }
    #expect(lines(height: 8).contains { $0.allSatisfy(\.isWhitespace) })
  }
}
