import Testing

@testable import Components

@Suite("Marks of a list model")
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

  @Test("are set and removed for the selected item, and the next item is selected")
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

  @Test("choose items in display order, hidden ones included, and else the selected item")
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

  @Test("stay with their items after a refresh, and go with removed ones")
  func refreshing() {
    var model = model()
    model.toggleMark()
    model.toggleMark()
    model.update([Item(id: 2, name: "Item 2"), Item(id: 4, name: "Item 4")])
    #expect(model.marked == [2])
  }

  @Test("do nothing in an empty list")
  func empty() {
    var model = model([])
    model.toggleMark()
    #expect(model.marked.isEmpty)
    #expect(model.chosenItems.isEmpty)
  }

  @Test("are drawn before the cells of a table, and read out")
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
