import Foundation
import Testing

@testable import Components

@Suite("Contrast")
struct ContrastTests {
  static let depths: [ColorDepth] = [.trueColor, .twoFiftySix, .sixteen]

  @Test("matches WCAG's definition of the contrast ratio")
  func formula() {
    #expect(RGB(hex: 0x000000).contrast(with: RGB(hex: 0xFFFFFF)) == 21)
    for first in stride(from: UInt32(0), to: 0xFFFFFF, by: 0x3A7F1) {
      for second in [RGB(hex: 0x000000), RGB(hex: 0x7F7F7F), RGB(hex: 0xFFFFFF)] {
        let ratio = RGB(hex: first).contrast(with: second)
        #expect(abs(ratio - Reference.contrast(RGB(hex: first), second)) < 1e-9)
      }
    }
  }

  @Test("gives text a contrast of at least 4.5 on every background", arguments: BuiltInTheme.allCases, depths)
  func text(theme: BuiltInTheme, depth: ColorDepth) {
    let palette = theme.theme.adapted(to: depth).palette
    let text = palette.text ?? (palette.appearance == .dark ? .ansi(.white) : .ansi(.black))
    let colors = [text] + Palette.textColors.map { palette[keyPath: $0] }
    let accentGradient = theme.theme.adapted(to: depth).accentGradient
    var pairs: [(String, Color, Color)] = []
    for color in colors {
      for ground in palette.grounds { pairs.append(("text", color, ground)) }
      pairs.append(("in the selected row", palette.colorInSelection(color), palette.selection))
    }
    pairs.append(("in the selected row", palette.onSelection, palette.selection))
    for path in Palette.textColors {
      pairs.append(("on a button", palette.onAccent, palette[keyPath: path]))
      pairs.append(("on a badge", palette[keyPath: path].ink, palette[keyPath: path]))
    }
    for step in 0...10 {
      pairs.append(("on the main button", palette.onAccent, .rgb(accentGradient.color(at: Double(step) / 10))))
    }
    for (name, color, ground) in pairs {
      let ratio = Reference.lowest(color, ground, depth)
      #expect(ratio >= 4.5, "\(name): \(color) on \(ground) has \(ratio)")
    }
  }

  // Borders are exempt, because axes, scroll bars, and frames around panes, dialogs and tables are only decoration.
  @Test("gives marks a contrast of at least 3 on the screen background", arguments: BuiltInTheme.allCases, depths)
  func marks(theme: BuiltInTheme, depth: ColorDepth) {
    let palette = theme.theme.adapted(to: depth).palette
    // Chart lines, the frame of the focused pane, and a chart's cursor.
    let marks = Tone.allCases.map { $0.color(in: palette) } + [palette.accentEnd]
    for mark in marks {
      let ratio = Reference.lowest(mark, palette.ground, depth)
      #expect(ratio >= 3, "\(mark) on \(palette.ground) has \(ratio)")
    }
  }

  @Test("gives text in the neutral theme a contrast of at least 4.5 on black and on white")
  func neutral() {
    for path in Palette.textColors {
      for ground in [0x000000, 0xFFFFFF] as [UInt32] {
        let ratio = Reference.lowest(Palette.neutral[keyPath: path], .hex(ground), .trueColor)
        #expect(ratio >= 4.5, "\(Palette.neutral[keyPath: path]) has \(ratio)")
      }
    }
  }

  @Test("gives high-contrast text a contrast ratio of at least 7", arguments: [ColorDepth.trueColor, .twoFiftySix])
  func highContrast(depth: ColorDepth) {
    let palette = Theme(palette: .highContrast).adapted(to: depth).palette
    for path in Palette.textColors {
      #expect(Reference.lowest(palette[keyPath: path], palette.ground, depth) >= 7)
    }
  }

  @Test("draws all text in every widget with sufficient contrast", arguments: BuiltInTheme.allCases, depths)
  func drawing(theme: BuiltInTheme, depth: ColorDepth) {
    let capabilities = OutputCapabilities(colorDepth: depth, showsAttributes: true, showsHyperlinks: false)
    let environment = RenderEnvironment(theme: theme.theme, capabilities: capabilities)
    let palette = environment.theme.palette
    let buffer = Self.gallery(environment).frame(size: Size(width: 60, height: 40), environment: environment).buffer
    for y in 0..<buffer.size.height {
      for x in 0..<buffer.size.width {
        let style = buffer[x, y].style
        guard buffer.text(x: x, y: y) != " ", !style.attributes.contains(.dim) else { continue }
        guard style.foreground != palette.border.downgraded(to: depth) else { continue }
        let text = style.foreground ?? (palette.appearance == .dark ? .ansi(.white) : .ansi(.black))
        let ground = style.background ?? palette.ground
        let ratio = Reference.lowest(text, ground, depth)
        #expect(ratio >= 4.5, "“\(buffer.text(x: x, y: y))” at \(x), \(y): \(text) on \(ground) has \(ratio)")
      }
    }
  }

  @Test(
    "draws text with sufficient contrast on a terminal of the opposite brightness",
    arguments: BuiltInTheme.allCases
  )
  func oppositeTerminal(theme: BuiltInTheme) {
    for (depth, appearance) in [ColorDepth.trueColor, .twoFiftySix, .sixteen].flatMap({ depth in
      Appearance.allCases.map { (depth, $0) }
    }) {
      var environment = RenderEnvironment()
      environment.capabilities.colorDepth = depth
      environment.use(theme.theme.legible(on: appearance))
      let palette = environment.theme.palette
      // Text or background that the theme leaves to the terminal has the terminal's own color.
      let isDark = appearance == .dark
      let buffer = Self.gallery(environment).frame(size: Size(width: 60, height: 40), environment: environment).buffer
      for y in 0..<buffer.size.height {
        for x in 0..<buffer.size.width {
          let style = buffer[x, y].style
          guard buffer.text(x: x, y: y) != " ", !style.attributes.contains(.dim),
            style.foreground != palette.border.downgraded(to: depth)
          else { continue }
          let text = style.foreground ?? palette.text ?? .ansi(isDark ? .white : .black)
          let ground = style.background ?? palette.background ?? (isDark ? .hex(0x000000) : .hex(0xFFFFFF))
          let ratio = Reference.lowest(text, ground, depth)
          #expect(ratio >= 4.5, "“\(buffer.text(x: x, y: y))” on \(appearance), \(depth): \(text) on \(ground)")
        }
      }
    }
  }

  @Test("keeps a table's secondary cells legible in the selected row with 16 colors")
  func selectedRow() {
    let capabilities = OutputCapabilities(colorDepth: .sixteen, showsAttributes: true, showsHyperlinks: false)
    let environment = RenderEnvironment(theme: .dark, capabilities: capabilities)
    let rank = StyledText("1", environment.theme.typography.caption)
    let table = Table(
      columns: [TableColumn("#", width: .fixed(3))],
      rowCount: 1,
      state: ListState(selection: 0)
    ) { _, _ in rank }
    let cell = table.frame(size: Size(width: 10, height: 2), environment: environment).buffer[2, 1]
    #expect(cell.style.background == .blue)
    #expect(Reference.lowest(cell.style.foreground ?? .black, .blue, .sixteen) >= 4.5)
  }

  @Test("keeps illegible colors at full depth, and replaces them with legible ones at 256 colors")
  func illegible() {
    var palette = Palette.nord
    palette.secondaryText = .hex(0x2E3450)
    #expect(Theme(palette: palette).adapted(to: .trueColor).palette == palette)
    // All palette entries that are legible on nord0 are far from the original color. The nearest of them is used.
    let adapted = Theme(palette: palette).adapted(to: .twoFiftySix).palette
    #expect(Reference.lowest(adapted.secondaryText, adapted.ground, .twoFiftySix) >= 4.5)
  }

  @Test("leaves an adapted theme unchanged when it is adapted again", arguments: BuiltInTheme.allCases, depths)
  func idempotence(theme: BuiltInTheme, depth: ColorDepth) {
    let once = theme.theme.adapted(to: depth)
    #expect(once.adapted(to: depth) == once)
  }

  private static func gallery(_ environment: RenderEnvironment) -> VStack {
    let typography = environment.theme.typography
    let styles = [
      typography.title, typography.heading, typography.caption, typography.code, typography.link, typography.key,
      typography.positive, typography.negative, typography.warning, typography.error,
    ]
    let row = styles.map { StyledText("ab", $0) }.joined(separator: " ")
    let columns = [TableColumn("Name", width: .flexible(minimum: 1, ideal: 40))]
    let lists: [any Widget] = [true, false].map { isFocused in
      Table(columns: columns, rowCount: 2, state: ListState(selection: 1), isFocused: isFocused) { _, _ in row }
    }
    let line = ChartSeries("a", points: (0..<20).map { ChartPoint(x: Double($0), y: Double($0 % 7)) })
    return VStack(
      spacing: 0,
      children: [
        TabBar(["One", "Two"], selected: 0), TabBar(["One", "Two"], selected: 1, isFocused: true),
      ] + lists + [
        ListRowExample.list(row),
        Button("Plain"), Button("Focused", state: .focused), GradientButton("Main", state: .focused),
      ] + Tone.allCases.map { Button("Tone", tone: $0, state: .focused) } + Tone.allCases.map { Badge("Tag", tone: $0) }
        + [
          Toggle("On", isOn: true), TextField(TextFieldState(), prompt: "Search"),
          Toast("Saved", tone: .positive), KeyHintBar([.init("q", "Quit")]),
          Panel(Text(row)), LineChart([line]).framed(height: 8),
        ]
    )
  }
}

private enum ListRowExample {
  static func list(_ row: StyledText) -> any Widget {
    SectionedList(sections: [.init("Team", count: 1)], state: ListState(selection: 0)) { _, _ in
      ListRow("Name", detail: "detail", trailing: row)
    }
    .framed(height: 2)
  }
}

/// An independent computation of contrasts by WCAG 2.1's definitions, with the C library's power function.
private enum Reference {
  /// Returns the lower contrast of two colors in xterm's and VGA's versions of the 16 named colors.
  static func lowest(_ one: Color, _ other: Color, _ depth: ColorDepth) -> Double {
    guard let first = one.downgraded(to: depth), let second = other.downgraded(to: depth) else { return 0 }
    return [false, true].map { contrast(parts(first, inVGA: $0), parts(second, inVGA: $0)) }.min() ?? 0
  }

  static func contrast(_ one: RGB, _ other: RGB) -> Double {
    let values = [luminance(one), luminance(other)].sorted()
    return (values[1] + 0.05) / (values[0] + 0.05)
  }

  private static func luminance(_ color: RGB) -> Double {
    func linear(_ part: UInt8) -> Double {
      let value = Double(part) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue)
  }

  private static func parts(_ color: Color, inVGA: Bool) -> RGB {
    guard inVGA, case .ansi(let name) = color else { return color.components }
    return RGB(hex: vga[Int(name.rawValue)])
  }

  /// The 16 colors of VGA text mode, as in Linux's `vt.c`.
  private static let vga: [UInt32] = [
    0x000000, 0xAA0000, 0x00AA00, 0xAA5500, 0x0000AA, 0xAA00AA, 0x00AAAA, 0xAAAAAA, 0x555555, 0xFF5555, 0x55FF55,
    0xFFFF55, 0x5555FF, 0xFF55FF, 0x55FFFF, 0xFFFFFF,
  ]
}
