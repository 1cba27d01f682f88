import Testing

@testable import Components

@Suite("Gradient")
struct GradientTests {
  private let gradient = Gradient(RGB(hex: 0xFF0000), RGB(hex: 0x00FF00), RGB(hex: 0x0000FF))

  @Test(
    "The ends and the stops are exact, and beyond them nothing changes",
    arguments: [(0, 0xFF0000), (0.5, 0x00FF00), (1, 0x0000FF), (-1, 0xFF0000), (2, 0x0000FF), (.nan, 0xFF0000)]
      as [(Double, UInt32)]
  )
  func stops(location: Double, hex: UInt32) {
    #expect(gradient.color(at: location) == RGB(hex: hex))
  }

  @Test("Between two colours it is as bright as they are, not brown")
  func mixing() {
    #expect(gradient.color(at: 0.25) == RGB(red: 180, green: 180, blue: 0))
    #expect(Gradient(RGB(hex: 0), RGB(hex: 0)).color(at: 0.3) == RGB(hex: 0))
  }

  @Test("Stops may come in any order and share a place")
  func unorderedStops() throws {
    let red = RGB(hex: 0xFF0000)
    let blue = RGB(hex: 0x0000FF)
    let gradient = try #require(
      Gradient(stops: [
        Gradient.Stop(blue, at: 7), Gradient.Stop(red, at: .nan), Gradient.Stop(red, at: 0.5),
        Gradient.Stop(blue, at: 0.5),
      ])
    )
    #expect(gradient.stops.map(\.location) == [0, 0.5, 0.5, 1])
    #expect(gradient.color(at: 0.4) == red)
    #expect(gradient.color(at: 0.6) == blue)
    #expect(Gradient(stops: [Gradient.Stop(red, at: 0)]) == nil)
  }

  @Test("Text gets a colour for every cluster, and every line starts anew")
  func text() {
    let text = gradient.applied(to: "ae\u{301}\u{1F469}\u{200D}\u{1F680}\nxy", style: .bold)
    #expect(text.plainText == "ae\u{301}\u{1F469}\u{200D}\u{1F680}\nxy")
    let colored = text.spans.filter { $0.text != "\n" }
    #expect(colored.map(\.text) == ["a", "e\u{301}", "\u{1F469}\u{200D}\u{1F680}", "x", "y"])
    #expect(
      colored.map(\.style.foreground)
        == [0xFF0000, 0x00FF00, 0x0000FF, 0xFF0000, 0x0000FF].map { Color.hex($0) }
    )
    #expect(colored.allSatisfy { $0.style.attributes == .bold })
    #expect(gradient.applied(to: "").isEmpty)
    #expect(gradient.applied(to: "x").spans.first?.style.foreground == .hex(0xFF0000))
  }

  @Test("An area is coloured along its direction")
  func areas() {
    func color(_ column: Int, _ row: Int, _ direction: Gradient.Direction) -> RGB {
      gradient.color(column: column, row: row, width: 3, height: 3, direction: direction)
    }
    #expect(color(1, 2, .horizontal) == RGB(hex: 0x00FF00))
    #expect(color(1, 2, .vertical) == RGB(hex: 0x0000FF))
    #expect(color(0, 0, .diagonal) == RGB(hex: 0xFF0000))
    #expect(color(2, 0, .diagonal) == RGB(hex: 0x00FF00))
    #expect(color(2, 2, .diagonal) == RGB(hex: 0x0000FF))
    let line = gradient.color(column: 2, row: 0, width: 3, height: 1, direction: .diagonal)
    #expect(line == RGB(hex: 0x0000FF))
    #expect(gradient.color(column: 0, row: 0, width: 1, height: 1, direction: .diagonal) == RGB(hex: 0xFF0000))
  }
}
