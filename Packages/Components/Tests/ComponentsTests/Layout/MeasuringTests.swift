import Testing

@testable import Components

@Suite("Measurement cost")
struct MeasuringTests {
  /// A widget that counts how often its size is measured.
  private struct Counted: Widget {
    final class Counter {
      var value = 0
    }

    let counter: Counter

    func widthRange(in environment: RenderEnvironment) -> LengthRange {
      counter.value += 1
      return .fixed(1)
    }

    func heightRange(width: Int, in environment: RenderEnvironment) -> LengthRange {
      counter.value += 1
      return .fixed(1)
    }

    func draw(on canvas: inout Canvas) { canvas.write("x", at: .zero) }

    func read(to reader: inout LinearReader) {}
  }

  @Test("measures nested widgets in less than exponential time")
  func depth() {
    // Given: a widget below 30 levels of stacks, borders and margins
    let counter = Counted.Counter()
    var tree: any Widget = Counted(counter: counter)
    for level in 0..<10 {
      tree = HStack(children: [tree, Text("a")])
      tree = VStack(children: [Padding(tree, Insets(0)), Text("b")])
      if level % 2 == 0 { tree = Overlay(tree, top: Text("c")) }
    }
    // When: it is drawn
    let frame = VStack(children: [tree]).frame(size: Size(width: 60, height: 60), environment: .plain)
    // Then: the number of measurements doesn't double with every level
    #expect(frame.buffer.text(x: 0, y: 0) == "x")
    #expect(counter.value < 5000)
  }
}
