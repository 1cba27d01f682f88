import Foundation
import Testing

@testable import Components

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("One tree, five outputs")
struct OutputTests {
  private let tree = VStack {
    [
      Text(StyledText("Bitcoin ", .bold) + StyledText("+2.1 %", .foreground(.hex(0x00FF00)))),
      HStack { [Badge("Layer 1", tone: .accent), Toggle("Watch", isOn: true)] as [any Widget] },
      Text(StyledText("example", .underline, link: Hyperlink("https://example.com/?a=1&b=2"))),
    ] as [any Widget]
  }

  @Test("Inline without colour there is no escape sequence")
  func plainInline() {
    #expect(
      tree.rendered(for: .terminal(width: 40, capabilities: .plain)) == """
        Bitcoin +2.1 %
        [Layer 1] [\u{2713}] Watch
        example

        """
    )
  }

  @Test("Inline with colour every line starts and ends in the terminal's own look")
  func coloredInline() {
    let lines = tree.rendered(for: .terminal(width: 40)).split(separator: "\n")
    #expect(lines[0] == "\u{1B}[1mBitcoin \u{1B}[0;38;2;0;255;0m+2.1 %\u{1B}[0m")
    #expect(lines[2] == "\u{1B}]8;;https://example.com/?a=1&b=2\u{1B}\\\u{1B}[4mexample\u{1B}]8;;\u{1B}\\\u{1B}[0m")
  }

  @Test("Read out there is a line for what belongs together, and the same goes for records")
  func linear() {
    let expected = "Bitcoin +2.1 %\nLayer 1 Watch: on\nexample\n"
    #expect(tree.rendered(for: .linear) == expected)
    #expect(tree.rendered(for: .records) == expected)
  }

  @Test("What is printed inline is what a screen shows")
  func sameAsScreen() {
    for sample in WidgetSample.all {
      for (name, widget) in sample.states {
        let buffer = sample.picture(widget, width: 40, .plain)
        #expect(buffer.encoded() == buffer.lines.map { $0 + "\n" }.joined(), "\(sample.name), \(name)")
      }
    }
  }

  @Test("What is printed in colour is, without its escapes, what is printed without")
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

  @Test("The picture is well-formed XML whatever the text is")
  func svg() throws {
    for text in ["<&>\"'", "a\u{1B}[31mb", "\u{FFFE}\u{FFFF}", "\u{202E}x", "\u{1F469}\u{200D}\u{1F680} \u{4F60}"] {
      let buffer = Text(StyledText(text)).buffer(width: 40, environment: .trueColor)
      let svg = buffer.svg(title: text)
      let parser = XMLParser(data: Data(svg.utf8))
      #expect(parser.parse(), "\(text.debugDescription)")
    }
  }

  @Test("The picture has colours, attributes and links")
  func svgContent() {
    let svg = tree.buffer(width: 20, environment: .trueColor).svg(title: "A tree")
    #expect(svg.contains("<title>A tree</title>"))
    #expect(svg.contains("font-weight=\"bold\">Bitcoin</text>"))
    #expect(svg.contains("fill=\"#00ff00\""))
    #expect(svg.contains("<a href=\"https://example.com/?a=1&amp;b=2\">"))
  }
}
