import Foundation
import Testing

@testable import Components

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Widget tree output")
struct OutputTests {
  private let tree = VStack {
    [
      Text(StyledText("Bitcoin ", .bold) + StyledText("+2.1 %", .foreground(.hex(0x00FF00)))),
      HStack { [Badge("Layer 1", tone: .accent), Toggle("Watch", isOn: true)] as [any Widget] },
      Text(StyledText("example", .underline, link: Hyperlink("https://example.com/?a=1&b=2"))),
    ] as [any Widget]
  }

  @Test("writes no escape sequences in inline output without color")
  func plainInline() {
    #expect(
      tree.rendered(for: .terminal(width: 40, capabilities: .plain)) == """
        Bitcoin +2.1 %
        [Layer 1] [\u{2713}] Watch
        example

        """
    )
  }

  @Test("starts and ends every inline line in the default style")
  func coloredInline() {
    let lines = tree.rendered(for: .terminal(width: 40)).split(separator: "\n")
    #expect(lines[0] == "\u{1B}[1mBitcoin \u{1B}[0;38;2;0;255;0m+2.1 %\u{1B}[0m")
    #expect(lines[2] == "\u{1B}]8;;https://example.com/?a=1&b=2\u{1B}\\\u{1B}[4mexample\u{1B}]8;;\u{1B}\\\u{1B}[0m")
  }

  @Test("keeps related content on one line, both in linear text and in records")
  func linear() {
    let expected = "Bitcoin +2.1 %\nLayer 1 Watch: on\nexample\n"
    #expect(tree.rendered(for: .linear) == expected)
    #expect(tree.rendered(for: .records) == expected)
  }

  @Test("draws the same cells inline and in full-screen mode")
  func sameAsScreen() {
    for sample in WidgetSample.all {
      for (name, widget) in sample.states {
        let buffer = sample.picture(widget, width: 40, .plain)
        #expect(buffer.encoded() == buffer.lines.map { $0 + "\n" }.joined(), "\(sample.name), \(name)")
      }
    }
  }

  @Test("writes the same text with and without color, apart from escape sequences")
  func sameWithoutEscapes() {
    for sample in WidgetSample.containers {
      for (name, widget) in sample.states {
        let buffer = sample.picture(widget, width: 40, .trueColor)
        let text = StyledText(escaped: buffer.encoded()).plainText
        let trimmed = text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
          var line = line
          while line.last == " " { line.removeLast() }
          return String(line)
        }
        #expect(trimmed.dropLast() == buffer.lines[...], "\(sample.name), \(name)")
      }
    }
  }

  @Test("writes well-formed SVG for any text")
  func svg() throws {
    for text in ["<&>\"'", "a\u{1B}[31mb", "\u{FFFE}\u{FFFF}", "\u{202E}x", "\u{1F469}\u{200D}\u{1F680} \u{4F60}"] {
      let buffer = Text(StyledText(text)).buffer(width: 40, environment: .trueColor)
      let svg = buffer.svg(title: text)
      let parser = XMLParser(data: Data(svg.utf8))
      #expect(parser.parse(), "\(text.debugDescription)")
    }
  }

  @Test("writes well-formed SVG for dimmed shades", arguments: ["░", "▒", "▓", "█", "─", "╭"])
  func dimmedShapes(text: String) throws {
    let buffer = Text(StyledText(text, .dim)).buffer(width: 1, environment: .trueColor)
    let svg = buffer.svg(title: text)
    #expect(XMLParser(data: Data(svg.utf8)).parse())
    #expect(svg.contains("opacity=\"0.6\""))
  }

  @Test("writes colors, attributes and links to SVG")
  func svgContent() {
    let svg = tree.buffer(width: 20, environment: .trueColor).svg(title: "A tree")
    #expect(svg.contains("<title>A tree</title>"))
    #expect(svg.contains("font-weight=\"bold\">Bitcoin</text>"))
    #expect(svg.contains("fill=\"#00ff00\""))
    #expect(svg.contains("<a href=\"https://example.com/?a=1&amp;b=2\">"))
  }

  @Test(
    "draws lines, blocks and dots in SVG as shapes that connect across cells",
    arguments: [
      ("─│", "M9 18h5v1h-5zM13 18h5v1h-5zM22 9h1v10h-1zM22 18h1v9h-1z", ""),
      ("━┃", "M9 17h5v3h-5zM13 17h5v3h-5zM21 9h3v10h-3zM21 18h3v9h-3z", ""),
      ("┌", "M13 18h5v1h-5zM13 18h1v9h-1z", ""),
      ("╽", "M13 9h1v10h-1zM12 18h3v9h-3z", ""),
      ("╔", "M11 16h7v1h-7zM11 16h1v11h-1zM15 20h3v1h-3zM15 20h1v7h-1z", ""),
      ("╭╯", "", "M13.5 27V22.5Q13.5 18.5 17.5 18.5H18M22.5 9V14.5Q22.5 18.5 18.5 18.5H18"),
      ("█▄▌▖", "M9 9h9v18h-9zM18 18h9v9h-9zM27 9h5v18h-5zM36 18h5v9h-5z", ""),
      ("⠁⢀", "M9 9h5v4h-5zM23 22h4v5h-4z", ""),
    ]
  )
  func svgShapes(text: String, fill: String, stroke: String) {
    // When: characters that must connect are drawn as SVG
    let svg = Text(StyledText(text)).buffer(width: text.count, environment: .trueColor).svg(title: "Signs")
    // Then: the characters are paths instead of text
    #expect(!svg.contains("<text"))
    let filled = "<path d=\"\(fill)\" fill=\"#d8dce6\" shape-rendering=\"crispEdges\"/>"
    let stroked = "<path d=\"\(stroke)\" fill=\"none\" stroke=\"#d8dce6\"/>"
    #expect(svg.contains(filled) == !fill.isEmpty)
    #expect(svg.contains(stroked) == !stroke.isEmpty)
    #expect(svg.components(separatedBy: "<path").count == 2)
  }

  @Test("draws the cursor in the SVG of a frame")
  func svgCursor() {
    let field = TextField(TextFieldState("ab"), state: .focused)
    let frame = field.frame(size: Size(width: 10, height: 1), environment: .trueColor)
    #expect(frame.svg(title: "Field").contains("<rect x=\"27\" y=\"9\" width=\"2\" height=\"18\""))
  }
}
