import Testing

@testable import Components

@Suite("List marks")
struct ListMarksTests {
  private struct Item: Sendable {
    let id: Int
    let name: String
  }

  private func model(_ ids: [Int] = [3, 1, 2]) -> ListModel<Item, Int, Never> {
    ListModel(
      ids.map { Item(id: $0, name: "Item \($0)") },
      id: \.id,
      ordering: ListOrdering(by: \.name)
    )
  }

  @Test("marks or unmarks the selected item, and selects the next item")
  func toggling() {
    var model = model()
    model.toggleMark()
    #expect(model.marked == [1])
    #expect(model.selectedID == 2)
    model.toggleMark()
    model.select(1)
    model.toggleMark()
    #expect(model.marked == [2])
    model.removeMarks()
    #expect(model.marked.isEmpty)
  }

  @Test("returns marked items in display order, including hidden items, or else the selected item")
  func choice() {
    var model = model()
    #expect(model.chosenItems.map(\.id) == [1])
    model.select(3)
    model.toggleMark()
    model.select(1)
    model.toggleMark()
    #expect(model.markedItems.map(\.id) == [1, 3])
    model.setFilter(.ids([2]))
    #expect(model.chosenItems.map(\.id) == [1, 3])
    model.setOrdering(ListOrdering(by: \.name, descending: true))
    #expect(model.markedItems.map(\.id) == [3, 1])
  }

  @Test("excludes hidden marked items from changes, and returns the selected item if all marked items are hidden")
  func visibleChoice() {
    var model = model()
    #expect(model.chosenVisibleItems.map(\.id) == [1])
    model.toggleMark()
    model.toggleMark()
    #expect(model.chosenVisibleItems.map(\.id) == [1, 2])
    model.setFilter(.ids([2, 3]))
    #expect(model.chosenVisibleItems.map(\.id) == [2])
    model.setFilter(.ids([3]))
    model.select(3)
    #expect(model.chosenVisibleItems.map(\.id) == [3])
    model.removeMarks(of: [1])
    #expect(model.marked == [2])
  }

  @Test("keeps marks on their items after a refresh, and drops the marks of removed items")
  func refreshing() {
    var model = model()
    model.toggleMark()
    model.toggleMark()
    model.update([Item(id: 2, name: "Item 2"), Item(id: 4, name: "Item 4")])
    #expect(model.marked == [2])
  }

  @Test("ignores marking in an empty list")
  func empty() {
    var model = model([])
    model.toggleMark()
    #expect(model.marked.isEmpty)
    #expect(model.chosenItems.isEmpty)
  }

  @Test("leaves a gap before the scroll bar of a table with hidden columns")
  func gap() {
    let columns = [
      TableColumn("Name", width: .fixed(6), priority: 2), TableColumn("Rest", width: .fixed(9), priority: 1),
    ]
    let table = model().table(columns: columns) { item, _ in StyledText(item.name) }
    let lines = table.frame(size: Size(width: 12, height: 3), environment: .ascii).buffer.lines
    #expect(lines[1].hasPrefix("> Item 1 "), "\(lines)")
    #expect(!lines[0].contains("Rest"))
  }

  @Test("draws marks before the cells of a table, and includes them in linear text")
  func table() {
    var model = model()
    model.toggleMark()
    let table = model.table(columns: [TableColumn("Name", width: .fixed(8))]) { item, _ in StyledText(item.name) }
    let frame = table.frame(size: Size(width: 14, height: 4), environment: .ascii)
    #expect(frame.buffer.lines[1].hasPrefix(" \(GlyphSet.ascii.checkMark)Item 1"), "\(frame.buffer.lines)")
    #expect(frame.buffer.lines[2].hasPrefix("> Item 2"))
    #expect(table.linearLines(in: .ascii).map(\.plainText)[0] == "Name: Item 1 (marked)")
  }
}
