import Foundation
import Testing

@testable import Components

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("SVG animation")
struct SVGAnimationTests {
  private func buffer(_ lines: String...) -> CellBuffer {
    VStack(children: lines.map { Text($0) })
      .frame(size: Size(width: 10, height: lines.count), environment: .plain).buffer
  }

  @Test("shows each screen for its duration, and the first screen without animation support")
  func times() {
    var animation = SVGAnimation(title: "a < b")
    animation.add(buffer("one", "same"), milliseconds: 1_000)
    animation.add(buffer("two", "same"), milliseconds: 2_000)
    let document = animation.document
    #expect(document.contains("<title>a &lt; b</title>"))
    #expect(document.contains(".f{visibility:hidden;animation:3000ms step-end infinite}\n.f0{visibility:visible}"))
    #expect(document.contains("@keyframes a0{0%{visibility:visible}33.333%{visibility:hidden}}"))
    #expect(document.contains("@keyframes a1{0%{visibility:hidden}33.333%{visibility:visible}}"))
    #expect(document.contains("@media(prefers-reduced-motion:reduce){.f{animation:none}}"))
    #expect(!document.contains("<script"))
  }

  @Test("stores a row that several screens share only once")
  func sharesRows() {
    var animation = SVGAnimation(title: "")
    for word in ["one", "two", "three"] { animation.add(buffer(word, "same"), milliseconds: 1) }
    let document = animation.document
    #expect(document.ranges(of: ">same<").count == 1)
    #expect(document.ranges(of: "<use href=\"#r0\"/>").count == 3)
    #expect(document.ranges(of: ">three<").count == 1)
  }

  @Test("writes well-formed XML for any screen content", arguments: [[], ["<&>\"'"], ["\u{FFFE}", ""]])
  func isXML(lines: [String]) {
    var animation = SVGAnimation(title: "\u{1B}<")
    for line in lines { animation.add(buffer(line), milliseconds: 0) }
    let parser = XMLParser(data: Data(animation.document.utf8))
    #expect(parser.parse())
  }
}
