import Testing

@testable import Components

@Suite("Geometry")
struct GeometryTests {
  private let area = Rectangle(x: 2, y: 1, width: 3, height: 2)

  @Test("describes a rectangle's edges, with the last edges outside the rectangle")
  func edges() {
    #expect([area.minX, area.minY, area.maxX, area.maxY, area.width, area.height] == [2, 1, 5, 3, 3, 2])
    #expect(area.moved(by: Point(x: -3, y: 4)) == Rectangle(x: -1, y: 5, width: 3, height: 2))
    #expect(Rectangle(x: 1, y: 1, width: -2, height: -1).size == .zero)
  }

  @Test(
    "contains cells up to the edge, but none beyond it",
    arguments: [
      (2, 1, true), (4, 1, true), (4, 2, true), (2, 2, true), (1, 1, false), (2, 0, false), (5, 1, false),
      (2, 3, false),
    ]
  )
  func contains(_ x: Int, _ y: Int, _ isInside: Bool) {
    #expect(area.contains(Point(x: x, y: y)) == isInside)
  }

  @Test(
    "intersects rectangles that share cells, but not rectangles that only touch",
    arguments: [
      (Rectangle(x: 4, y: 2, width: 9, height: 9), Rectangle(x: 4, y: 2, width: 1, height: 1)),
      (Rectangle(x: 0, y: 0, width: 3, height: 2), Rectangle(x: 2, y: 1, width: 1, height: 1)),
      (Rectangle(x: 0, y: 0, width: 9, height: 9), Rectangle(x: 2, y: 1, width: 3, height: 2)),
      (Rectangle(x: 5, y: 1, width: 1, height: 1), Rectangle(x: 5, y: 1, width: 0, height: 1)),
      (Rectangle(x: 2, y: 3, width: 1, height: 1), Rectangle(x: 2, y: 3, width: 1, height: 0)),
    ]
  )
  func intersection(_ other: Rectangle, _ expected: Rectangle) {
    #expect(area.intersection(other) == expected)
    #expect(other.intersection(area) == expected)
    #expect(area.intersection(other).isEmpty == (expected.width == 0 || expected.height == 0))
  }

  @Test(
    "shrinks a rectangle by its margins, and never beyond its far edges",
    arguments: [
      (Insets(top: 1, leading: 2, bottom: 1, trailing: 1), Rectangle(x: 3, y: 2, width: 3, height: 2)),
      (Insets(), Rectangle(x: 1, y: 1, width: 6, height: 4)),
      (Insets(leading: 6), Rectangle(x: 7, y: 1, width: 0, height: 4)),
      (Insets(leading: 9, trailing: 1), Rectangle(x: 7, y: 1, width: 0, height: 4)),
      (Insets(top: 9, bottom: 1), Rectangle(x: 1, y: 5, width: 6, height: 0)),
      (Insets(horizontal: 1, vertical: 1), Rectangle(x: 2, y: 2, width: 4, height: 2)),
    ]
  )
  func insets(_ insets: Insets, _ expected: Rectangle) {
    #expect(Rectangle(x: 1, y: 1, width: 6, height: 4).inset(by: insets) == expected)
  }

  @Test("treats negative sizes and margins as zero")
  func negative() {
    #expect(Size(width: -1, height: 2) == Size(width: 0, height: 2))
    #expect(Size(width: 2, height: -1) == Size(width: 2, height: 0))
    #expect([Size(width: 0, height: 1), Size(width: 1, height: 0), .zero].allSatisfy { $0.isEmpty })
    #expect(!Size(width: 1, height: 1).isEmpty)
    #expect(Insets(top: -1, leading: -1, bottom: -1, trailing: -1) == Insets(0))
    #expect(Insets(top: 1, leading: 2, bottom: 3, trailing: 4).horizontal == 6)
    #expect(Insets(top: 1, leading: 2, bottom: 3, trailing: 4).vertical == 4)
    #expect(Spacing(small: -1, medium: -1, large: -1) == Spacing(small: 0, medium: 0, large: 0))
    #expect([Spacing.standard.small, Spacing.standard.medium, Spacing.standard.large] == [1, 2, 4])
  }

  @Test(
    "raises each length of a range to the previous one, and limits it to the unlimited length",
    arguments: [
      (LengthRange(minimum: -1, ideal: -2, maximum: -3), [0, 0, 0]),
      (LengthRange(minimum: 3, ideal: 2, maximum: 1), [3, 3, 3]),
      (LengthRange(minimum: 0, ideal: 1, maximum: 5), [0, 1, 5]),
      (LengthRange(minimum: .max, ideal: .max, maximum: .max), [2_147_483_647, 2_147_483_647, 2_147_483_647]),
      (LengthRange.fixed(4), [4, 4, 4]), (LengthRange.fixed(4).adding(2), [6, 6, 6]),
      (LengthRange.flexible(minimum: 1, ideal: 2), [1, 2, 2_147_483_647]),
      (LengthRange.flexible(minimum: 1, ideal: 2).adding(3), [4, 5, 2_147_483_647]),
      (LengthRange(minimum: 1, ideal: 2, maximum: 3) + LengthRange(minimum: 4, ideal: 6, maximum: 9), [5, 8, 12]),
      (LengthRange.flexible(minimum: 1, ideal: 2) + LengthRange.fixed(1), [2, 3, 2_147_483_647]),
      (
        LengthRange(minimum: 1, ideal: 7, maximum: 8).united(with: LengthRange(minimum: 4, ideal: 6, maximum: 9)),
        [4, 7, 9]
      ),
    ] as [(LengthRange, [Int])]
  )
  func ranges(_ range: LengthRange, _ expected: [Int]) {
    #expect([range.minimum, range.ideal, range.maximum] == expected)
  }

  @Test("uses the available length up to the maximum", arguments: [(-1, 0), (0, 0), (3, 3), (4, 4), (5, 4)])
  func length(_ available: Int, _ expected: Int) {
    #expect(LengthRange(minimum: 2, ideal: 3, maximum: 4).length(in: available) == expected)
  }

  @Test(
    "aligns an area within a larger one, and limits it to the larger one",
    arguments: [
      (Alignment.topLeading, 0, 0), (.top, 2, 0), (.topTrailing, 5, 0), (.leading, 0, 1), (.center, 2, 1),
      (.trailing, 5, 1), (.bottomLeading, 0, 3), (.bottom, 2, 3), (.bottomTrailing, 5, 3),
    ]
  )
  func alignment(_ alignment: Alignment, _ x: Int, _ y: Int) {
    let outer = Size(width: 7, height: 4)
    #expect(alignment.area(of: Size(width: 2, height: 1), in: outer) == Rectangle(x: x, y: y, width: 2, height: 1))
    #expect(alignment.area(of: Size(width: 9, height: 9), in: outer) == Rectangle(x: 0, y: 0, width: 7, height: 4))
  }

  @Test(
    "scrolls as little as possible to reveal a range",
    arguments: [
      // The offset, the start and end of the range, the visible length, and the expected offset.
      (0, 3, 4, 5, 0), (0, 4, 5, 5, 0), (0, 5, 6, 5, 1), (3, 3, 4, 5, 3), (3, 2, 3, 5, 2), (0, 2, 9, 5, 2),
      (9, 2, 9, 5, 2),
    ]
  )
  func revealed(_ offset: Int, _ start: Int, _ end: Int, _ length: Int, _ expected: Int) {
    #expect(ScrollState.revealed(offset, start, end, length) == expected)
  }

  @Test(
    "clamps a scroll position to the content",
    arguments: [(-1, -1, 0, 0), (0, 0, 0, 0), (6, 7, 6, 7), (7, 8, 6, 7)]
  )
  func clamped(_ x: Int, _ y: Int, _ expectedX: Int, _ expectedY: Int) {
    let state = ScrollState(offset: Point(x: x, y: y))
    let clamped = state.clamped(content: Size(width: 10, height: 10), viewport: Size(width: 4, height: 3))
    #expect(clamped.offset == Point(x: expectedX, y: expectedY))
    #expect(state.clamped(content: .zero, viewport: Size(width: 4, height: 3)).offset == .zero)
  }
}
