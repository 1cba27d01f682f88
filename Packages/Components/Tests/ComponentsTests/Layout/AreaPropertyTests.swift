import BasicsTesting
import Testing

@testable import Components

@Suite("Random widget trees")
struct AreaPropertyTests {
  private static let screen = Size(width: 30, height: 14)

  @Test("draws a widget of any size only inside its area, without splitting wide characters", arguments: 0..<4)
  func areas(_ share: Int) {
    for seed in stride(from: share, to: LongTests.rounds(byDay: 1_000, byNight: 50_000), by: 4) {
      // Given: a screen full of narrow or wide characters, and a random tree
      var random = RandomWidget(seed: UInt64(seed))
      let widget = random.widget(depth: random.number(0...4))
      let environment = random.environment()
      let area = Rectangle(
        x: random.number(-3...29),
        y: random.number(-3...13),
        width: random.number(0...4) == 0 ? random.number(0...2) : random.number(0...34),
        height: random.number(0...4) == 0 ? random.number(0...2) : random.number(0...17)
      )
      let background = Self.background(isWide: seed % 2 == 1, environment)
      // When: the tree is drawn into a part of the screen
      var canvas = Canvas(background, environment: environment)
      canvas.draw(widget, in: area)
      // Then: the rest of the screen is unchanged
      if let problem = Self.problem(canvas.frame, background, area) {
        Issue.record("seed \(seed), area \(area): \(problem)\n\(widget)")
        return
      }
    }
  }

  @Test("draws every widget sample only inside a tiny area", arguments: [false, true])
  func tinyAreas(isWide: Bool) {
    let background = Self.background(isWide: isWide, .trueColor)
    for sample in WidgetSample.all {
      for (name, widget) in sample.states {
        for size in [Size.zero, Size(width: 1, height: 1), Size(width: 2, height: 1)] {
          let area = Rectangle(origin: Point(x: 3, y: 2), size: size)
          var canvas = Canvas(background, environment: .trueColor)
          canvas.draw(widget, in: area)
          #expect(Self.problem(canvas.frame, background, area) == nil, "\(sample.name), \(name) in \(area)")
        }
      }
    }
  }

  @Test("produces linear text without control characters")
  func linear() {
    for seed in 0..<LongTests.rounds(byDay: 300, byNight: 10_000) {
      var random = RandomWidget(seed: UInt64(seed))
      let widget = random.widget(depth: random.number(0...4))
      let lines = widget.linearLines(in: random.environment())
      let controls = lines.flatMap { $0.plainText.unicodeScalars }.filter { $0.properties.generalCategory == .control }
      #expect(controls.isEmpty, "seed \(seed)")
    }
  }

  private static func background(isWide: Bool, _ environment: RenderEnvironment) -> CellBuffer {
    var canvas = Canvas(CellBuffer(size: screen), environment: environment)
    for y in 0..<screen.height {
      canvas.write(StyledText(String(repeating: isWide ? "\u{4F60}" : "x", count: 40)), at: Point(x: 0, y: y))
    }
    return canvas.frame.buffer
  }

  private static func problem(_ frame: RenderedFrame, _ before: CellBuffer, _ area: Rectangle) -> String? {
    let after = frame.buffer
    for y in 0..<screen.height {
      for x in 0..<screen.width {
        let cell = after[x, y]
        let isUntouched = cell == before[x, y]
        // A wide character cut at the edge of the area leaves a blank in its other half.
        let isOtherHalf = before[x, y].width != 1 && cell.symbol == .blank && touchesEdge(x: x, area)
        if !area.contains(Point(x: x, y: y)) && !isUntouched && !isOtherHalf { return "cell \(x), \(y) was written" }
        if cell.width == 2 && (x + 1 >= screen.width || !after[x + 1, y].symbol.isContinuation) {
          return "the wide character at \(x), \(y) has no second half"
        }
        if cell.symbol.isContinuation && (x == 0 || after[x - 1, y].width != 2) {
          return "the second half at \(x), \(y) has no first one"
        }
        if after.text(x: x, y: y).unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) {
          return "a control character at \(x), \(y)"
        }
      }
    }
    if let cursor = frame.cursor, !area.contains(cursor) { return "the cursor is outside" }
    if frame.targets.contains(where: { $0.area.intersection(area) != $0.area }) { return "a target is outside" }
    if frame.images.contains(where: { $0.area.intersection(area) != $0.area }) { return "an image is outside" }
    return nil
  }

  private static func touchesEdge(x: Int, _ area: Rectangle) -> Bool { x == area.minX - 1 || x == area.maxX }
}
