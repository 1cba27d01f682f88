import Testing

@testable import Components

@Suite("Drawing for limited outputs")
struct EnvironmentTests {
  @Test("distinguishes widget states without color")
  func states() {
    // Given: widgets in two different states
    let pairs: [(any Widget, any Widget)] = [
      (Button("Save"), Button("Save", state: .focused)), (Button("Save"), Button("Save", isLoading: true)),
      (Toggle("a", isOn: true), Toggle("a", isOn: false)),
      (Toggle("a", isOn: true), Toggle("a", isOn: true, state: .focused)),
      (TabBar(["a", "b"], selected: 0), TabBar(["a", "b"], selected: 1)),
      (list(0), list(1)), (Toast("a", tone: .positive), Toast("a", tone: .negative)), (candle(1, 9), candle(9, 1)),
    ]
    for (left, right) in pairs {
      // When: they are drawn as plain text or in ASCII
      for environment in [RenderEnvironment.plain, .ascii] {
        let size = Size(width: 14, height: 6)
        let pictures = [left, right].map { $0.frame(size: size, environment: environment).buffer.lines }
        // Then: their text differs
        #expect(pictures[0] != pictures[1], "\(left)")
      }
    }
  }

  private func list(_ selection: Int) -> SectionedList {
    SectionedList(count: 2, state: ListState(selection: selection)) { _ in ListRow("row") }
  }

  private func candle(_ open: Double, _ close: Double) -> CandleChart {
    CandleChart(candles: [Candle(x: 0, open: open, high: 10, low: 0, close: close)])
  }

  @Test("draws widgets in ASCII on request, and on terminals with wide blocks")
  func ascii() {
    let environments = [RenderEnvironment.ascii, RenderEnvironment(widthPolicy: .eastAsian)]
    for sample in WidgetSample.all where sample.name != "Text" {
      for (name, widget) in sample.states {
        let words = Set(widget.linearLines(in: .ascii).flatMap { $0.plainText.unicodeScalars })
        for environment in environments {
          let drawn = sample.picture(widget, width: 40, environment).lines.flatMap { $0.unicodeScalars }
          let foreign = drawn.filter {
            !$0.isASCII && !words.contains($0) && !"\u{4F60}\u{597D}".unicodeScalars.contains($0)
          }
          #expect(foreign.isEmpty, "\(sample.name), \(name): \(foreign)")
        }
      }
    }
  }

  @Test("writes no escape sequences to an output without colors, attributes and links")
  func plain() {
    for sample in WidgetSample.all {
      for (name, widget) in sample.states {
        let text = sample.picture(widget, width: 40, .plain).encoded()
        #expect(!text.utf8.contains(0x1B), "\(sample.name), \(name)")
      }
    }
  }
}
