import Testing

@testable import Components

@Suite("Text style")
struct TextStyleTests {
  @Test("adds attributes and colors to a style with modifiers, and removes them with other modifiers")
  func chaining() {
    let style = TextStyle.foreground(.red).bold().underline().background(.blue)
    #expect(style == TextStyle(foreground: .red, background: .blue, attributes: [.bold, .underline]))
    #expect(style.bold(false).attributes == .underline)
    #expect(style.foreground(nil).background(nil).bold(false).underline(false).isPlain)
    #expect(TextStyle.plain.dim().italic().inverse().attributes == [.dim, .italic, .inverse])
  }

  @Test("overrides the colors of a base style, and combines attributes")
  func layering() {
    let base = TextStyle(foreground: .red, background: .blue, attributes: .bold)
    #expect(TextStyle.foreground(.green).italic().over(base) == base.foreground(.green).italic())
    #expect(TextStyle.plain.over(base) == base)
    #expect(base.over(.plain) == base)
  }

  @Test("drops colors and attributes that the output doesn't support")
  func reduced() {
    let style = TextStyle(foreground: .rgb(255, 0, 0), background: .palette(196), attributes: .bold)
    let colorOnly = OutputCapabilities(colorDepth: .sixteen, showsAttributes: false, showsHyperlinks: false)
    #expect(style.reduced(to: colorOnly) == .foreground(.ansi(.brightRed)).background(.ansi(.brightRed)))
    #expect(style.reduced(to: .plain).isPlain)
    #expect(style.reduced(to: .full) == style)
  }
}
