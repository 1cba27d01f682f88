import Components
import Testing

@testable import fetch_counter

@MainActor
@Suite("Undo stack")
struct UndoStackTests {
  private final class Record {
    var undone: [String] = []
    var reports: [String] = []
    var problem: String?
  }

  private let stack = UndoStack()
  private let record = Record()

  private func add(_ message: String) {
    stack.add(StyledText(message)) { [record] in
      if message == "bad" { return record.problem }
      record.undone.append(message)
      return nil
    }
  }

  private func undo() { stack.undo { [record] text, _ in record.reports.append(text.plainText) } }

  @Test("undoes changes in order, even if the key is pressed quickly")
  func order() async {
    add("one")
    add("two")
    undo()
    undo()
    undo()
    await stack.settle()
    #expect(record.undone == ["two", "one"])
    #expect(record.reports == ["Undone: two", "Undone: one", "Nothing to undo."])
  }

  @Test("mentions the screen of an undone change unless that screen is visible", arguments: [nil, "Alerts", "Bitcoin"])
  func place(visible: String?) async {
    stack.add("Alert set.", on: "Alerts") { nil }
    stack.undo(on: visible) { [record] text, _ in record.reports.append(text.plainText) }
    await stack.settle()
    #expect(record.reports == [visible == "Alerts" ? "Undone: Alert set." : "Undone: Alert set. (Alerts)"])
  }

  @Test("retries a change that couldn't be undone, and skips it after a second failure")
  func failure() async {
    // Given
    record.problem = "the disk is full."
    add("one")
    add("bad")

    // When
    undo()
    undo()
    undo()
    await stack.settle()

    // Then
    #expect(record.undone == ["one"])
    #expect(
      record.reports == [
        "Couldn't undo: the disk is full.", "The second attempt to undo failed, so the change stays: the disk is full.",
        "Undone: one",
      ]
    )
  }

  @Test("keeps the position of a change that couldn't be undone, below later changes")
  func meantime() async {
    record.problem = "the disk is full."
    stack.add("bad") { [stack, record] in
      stack.add("new") {
        record.undone.append("new")
        return nil
      }
      return record.problem
    }
    undo()
    await stack.settle()
    undo()
    await stack.settle()
    #expect(record.undone == ["new"])
  }
}
