import Testing

@testable import Components

@Suite("Gradient")
struct GradientTests {
  private let gradient = Gradient(RGB(hex: 0xFF0000), RGB(hex: 0x00FF00))

  @Test(
    "returns the exact end colors of a gradient, and clamps locations",
    arguments: [(0, 0xFF0000), (1, 0x00FF00), (-1, 0xFF0000), (2, 0x00FF00), (.nan, 0xFF0000)] as [(Double, UInt32)]
  )
  func ends(location: Double, hex: UInt32) {
    #expect(gradient.color(at: location) == RGB(hex: hex))
  }

  @Test("keeps the middle of a gradient as bright as its ends")
  func mixing() {
    #expect(gradient.color(at: 0.5) == RGB(red: 180, green: 180, blue: 0))
    #expect(Gradient(RGB(hex: 0), RGB(hex: 0)).color(at: 0.3) == RGB(hex: 0))
  }

  @Test("colors every cluster of a line with a gradient, and starts over on every line")
  func text() {
    let text = gradient.applied(to: "ae\u{301}\u{1F469}\u{200D}\u{1F680}\nxy", style: .bold)
    #expect(text.plainText == "ae\u{301}\u{1F469}\u{200D}\u{1F680}\nxy")
    let colored = text.spans.filter { $0.text != "\n" }
    #expect(colored.map(\.text) == ["a", "e\u{301}", "\u{1F469}\u{200D}\u{1F680}", "x", "y"])
    let colors: [UInt32] = [0xFF0000, 0xB4B400, 0x00FF00, 0xFF0000, 0x00FF00]
    #expect(colored.map(\.style.foreground) == colors.map { Color.hex($0) })
    #expect(colored.allSatisfy { $0.style.attributes == .bold })
    #expect(gradient.applied(to: "").isEmpty)
    #expect(gradient.applied(to: "x").spans.first?.style.foreground == .hex(0xFF0000))
  }
}
