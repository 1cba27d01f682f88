import BasicsTesting
import Testing

@testable import Components

@Suite("Widget snapshots")
struct GoldenTests {
  @Test(
    "matches the reviewed file for all states of a widget, at three widths and at all color depths",
    arguments: WidgetSample.all.map(\.name)
  )
  func pictures(_ name: String) throws {
    let sample = try #require(WidgetSample.all.first { $0.name == name })
    // Given: a widget in several states
    // When: the widget is drawn at every width and color depth
    let pictures = sample.pictures
    // Then: the result matches the reviewed file
    #expect(try Golden.pictures.difference(of: pictures, from: sample.name + ".txt") == nil)
  }

  @Test("matches the reviewed file for unusual states of a widget", arguments: WidgetSample.unusual.map(\.name))
  func unusualPictures(_ name: String) throws {
    let sample = try #require(WidgetSample.unusual.first { $0.name == name })
    #expect(try Golden.pictures.difference(of: sample.unusualPictures, from: "Unusual/\(name).txt") == nil)
  }

  @Test("matches the reviewed shapes of all line, block and dot characters in SVG images")
  func shapes() throws {
    var text = ""
    for codePoint in (0x2500...0x259F).map({ UInt32($0) }) + Self.dots {
      guard SVGShapes.contains(codePoint), let scalar = Unicode.Scalar(codePoint) else { continue }
      var shapes = SVGShapes()
      shapes.add(codePoint, x: 0, y: 0)
      let opacity = shapes.opacity.map { " \($0)" } ?? ""
      text += "\(scalar) \(shapes.fill)\(shapes.stroke)\(opacity)\n"
    }
    #expect(try Golden.pictures.difference(of: text, from: "SVGShapes.txt") == nil)
  }

  private static let dots: [UInt32] = [
    0x2801, 0x2802, 0x2804, 0x2808, 0x2810, 0x2820, 0x2840, 0x2880, 0x2809, 0x28FF,
  ]

  @Test("matches the reviewed SVG document for all text attributes and colors", arguments: Appearance.allCases)
  func document(_ appearance: Appearance) throws {
    let link = Hyperlink("https://example.com/?a=1&b=2")
    let styles: [(String, TextStyle)] = [
      ("bold", .bold), ("dim", .dim), ("italic", .italic), ("under ", .underline), ("inverse", .inverse),
      ("hidden", .plain.attributes(.hidden)), ("struck ", .plain.attributes(.strikethrough)),
      ("both", .plain.attributes([.underline, .strikethrough])), ("red", .foreground(.red)),
      ("paper", .background(.hex(0x010203))), ("inverse", .inverse.foreground(.green).background(.blue)),
      ("░▒▓", .dim), ("╭╮", .foreground(.palette(200))),
    ]
    let rows = styles.map { Text(StyledText("  \($0.0) a", $0.1)) }
    let linked = Text(StyledText("a你b", .plain, link: link) + "e\u{301}<")
    let frame = VStack(children: rows + [linked]).frame(size: Size(width: 12, height: 14), environment: .trueColor)
    let svg = frame.buffer.svg(title: "Attributes", appearance: appearance)
    #expect(try Golden.pictures.difference(of: svg, from: "Attributes-\(appearance).svg") == nil)
  }

  @Test("matches the reviewed document for an animation of screens with different sizes")
  func animation() throws {
    var animation = SVGAnimation(title: "Three screens", appearance: .light)
    for (lines, width, milliseconds) in [(["one", "same"], 5, 300), (["two"], 8, 0), (["same", "", "three"], 6, 700)] {
      let screen = VStack(children: lines.map { Text($0) })
      let frame = screen.frame(size: Size(width: width, height: lines.count), environment: .plain)
      animation.add(frame.buffer, milliseconds: milliseconds)
    }
    #expect(try Golden.pictures.difference(of: animation.document, from: "Animation.svg") == nil)
  }
}

extension Golden {
  static let pictures = Golden(
    folder: "../Golden",
    besideFile: #filePath,
    rewriteVariable: "COMPONENTS_REWRITE_GOLDEN"
  )
}
