import BasicsTesting
import Testing

@testable import Components

@Suite("List model compared with a reference model")
struct ListModelPropertyTests {
  struct Item: Hashable, Sendable {
    let id: Int
    let key: Int
    let section: Int
  }

  /// The expected content, computed in the simplest possible way.
  private struct Expectation {
    var items: [Item] = []
    var descending: Bool?
    var isGrouped = false
    var shown: Set<Int>?

    var rows: [Item] {
      var rows = Array(items.enumerated())
      if let descending {
        rows.sort {
          $0.element.key == $1.element.key
            ? $0.offset < $1.offset : ($0.element.key < $1.element.key) != descending
        }
      }
      if isGrouped {
        rows = Set(items.map(\.section)).sorted().flatMap { section in
          rows.filter { $0.element.section == section }
        }
      }
      return rows.map(\.element).filter { shown?.contains($0.id) ?? true }
    }
  }

  private typealias Model = ListModel<Item, Int, Int>

  private static let grouping = ListGrouping<Item, Int>(
    by: \.section,
    title: { $0 == 0 ? "" : "Section \($0)" },
    areInIncreasingOrder: <
  )

  @Test("matches the rows, sections and selection of a reference model after random operations", arguments: 0..<20)
  func operations(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model = Model(id: \.id, grouping: nil)
    var expected = Expectation()
    for step in 0..<150 {
      let before = (id: model.selectedID, rows: expected.rows.map(\.id))
      let rearranges = change(&model, &expected, &random)
      let rows = expected.rows
      #expect(model.visibleItems == rows, "step \(step)")
      checkShape(model, expected)
      let selected = model.state.selection
      #expect((selected == nil) == rows.isEmpty, "step \(step)")
      guard rearranges, let id = before.id, !rows.isEmpty else { continue }
      if let row = rows.firstIndex(where: { $0.id == id }) {
        // The selection stays unless it returns to an item that a filter had hidden.
        let isBack = model.selectedID.map { !before.rows.contains($0) } ?? false
        #expect(selected == row || isBack, "step \(step)")
      }
    }
  }

  /// Applies a random operation to both models, and returns whether the operation did more than move the selection.
  private func change(_ model: inout Model, _ expected: inout Expectation, _ random: inout SeededGenerator) -> Bool {
    let height = Int.random(in: 1...12, using: &random)
    switch Int.random(in: 0..<10, using: &random) {
    case 0:
      let count = [0, 1, 5, 40].randomElement(using: &random) ?? 0
      expected.items = (0..<60).shuffled(using: &random).prefix(count).map {
        Item(id: $0, key: Int.random(in: 0..<8, using: &random), section: Int.random(in: 0..<4, using: &random))
      }
      // Removed items no longer match.
      expected.shown?.formIntersection(expected.items.map(\.id))
      model.update(expected.items)
    case 1:
      let descending = [nil, true, false].randomElement(using: &random) ?? nil
      expected.descending = descending
      model.setOrdering(descending.map { ListOrdering(by: \.key, descending: $0) })
    case 2:
      expected.isGrouped.toggle()
      model.setGrouping(expected.isGrouped ? Self.grouping : nil)
    case 3:
      let indices = expected.items.indices.filter { _ in Bool.random(using: &random) }.shuffled(using: &random)
      expected.shown = Set(indices.map { expected.items[$0].id })
      model.setFilter(Bool.random(using: &random) ? .indices(indices) : .ids(expected.shown ?? []))
    case 4:
      expected.shown = nil
      model.setFilter(.all)
    case 5:
      model.scroll(by: Int.random(in: -50...50, using: &random), page: height)
      #expect(model.state.offset == model.list { _ in ListRow("") }.revealed(height: height).offset)
      return false
    default:
      let keys: [KeyPress] = [
        KeyPress(.up), KeyPress(.down), KeyPress(.pageUp), KeyPress(.pageDown), KeyPress(.home), KeyPress(.end),
        .character("{"), .character("}"),
      ]
      let isTaken = model.handle(keys.randomElement(using: &random) ?? KeyPress(.up), page: height)
      #expect(isTaken)
      #expect(model.state.offset == model.list { _ in ListRow("") }.revealed(height: height).offset)
      return false
    }
    return true
  }

  /// Checks that sections are contiguous, and that lines, rows, IDs and items map to each other.
  private func checkShape(_ model: Model, _ expected: Expectation) {
    var next = 0
    for group in model.groups {
      #expect(group.rows.lowerBound == next)
      #expect(!group.rows.isEmpty)
      #expect(!expected.isGrouped || group.rows.allSatisfy { model.item(at: $0)?.section == group.section })
      next = group.rows.upperBound
    }
    #expect(next == model.count)
    #expect(model.lineCount == model.count + model.groups.filter { !$0.title.isEmpty }.count)
    for (row, item) in model.visibleItems.enumerated() {
      #expect(model.row(of: item.id) == row)
      #expect(model.item(1, from: item.id) == model.item(at: row + 1))
      #expect(model.item(-1, from: item.id) == model.item(at: row - 1))
    }
    #expect(model.visibleRows(height: model.lineCount) == 0..<model.count)
  }
}
