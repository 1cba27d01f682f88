import Testing

@testable import Components

@Suite("Choice menu")
@MainActor
struct ChoiceMenuTests {
  private static let choices: [ChoiceMenu<String>.Choice] = [
    .init("a", "First", section: "One"), .init("b", "Second", section: "One"), .init("c", "Third", section: "Two"),
  ]

  @Test("skips section headings when moving in a menu, and opens the menu at the selected value")
  func moves() {
    var menu = ChoiceMenu("Copy", Self.choices, selected: "b")
    #expect(menu.selection == "b")
    #expect(menu.handle(.key(.character("j"))) == .handled)
    #expect(menu.selection == "c")
    #expect(menu.handle(.key(KeyPress(.home))) == .handled)
    #expect(menu.selection == "a")
    #expect(menu.handle(.scroll(target: nil, index: nil, rows: 3)) == .handled)
    #expect(menu.selection == "b")
    menu.toggle()
    #expect(menu.marked.isEmpty, "a menu of one choice has no marks")
  }

  @Test("chooses a menu value on a click, and closes the menu on q or on a click outside the rows")
  func reacts() {
    var menu = ChoiceMenu("Copy", Self.choices)
    #expect(menu.handle(.click(target: "menu.rows", index: 2, at: .zero, count: 1)) == .chosen)
    #expect(menu.selection == "c")
    #expect(menu.handle(.click(target: "elsewhere", index: nil, at: .zero, count: 1)) == .closed)
    #expect(menu.handle(.key(.character("q"))) == .closed)
    #expect(menu.handle(.key(.character("?"))) == .ignored)
  }

  @Test("chooses the row with a typed digit's number, except in a menu for marking several values")
  func digits() {
    var menu = ChoiceMenu("Copy", Self.choices)
    #expect(menu.handle(.key(.character("4"))) == .ignored)
    #expect(menu.handle(.key(.character("0"))) == .ignored)
    #expect(menu.handle(.key(.character("3"))) == .chosen)
    #expect(menu.selection == "c")
    var marking = ChoiceMenu("Filter", Self.choices, marked: ["c"])
    #expect(marking.handle(.key(.character("1"))) == .ignored)
  }

  @Test("selects the first row that begins with the typed letters, unless the first letter moves the selection")
  func letters() {
    var menu = ChoiceMenu("Currency", ["AUD", "EGP", "EUR", "GBP", "JPY", "QAR", "Åland"].map { .init($0, $0) })
    let presses = [
      ("e", "EGP"), ("u", "EUR"), ("r", "EUR"), ("k", "EGP"), ("j", "EUR"), ("j", "GBP"), ("j", "JPY"), ("g", "AUD"),
      ("G", "Åland"), ("e", "EGP"), ("g", "EGP"), ("p", "EGP"), ("g", "AUD"), ("x", "AUD"), ("a", "AUD"),
      ("l", "Åland"),
    ]
    for (letter, expected) in presses {
      _ = menu.handle(.key(.character(Character(letter))))
      #expect(menu.selection == expected, "\(letter)")
    }
    #expect(menu.handle(.key(.character("q"))) == .closed)
  }

  @Test("types the pressed letter of a key with an assigned action, and moves with an assigned letter")
  func assignedLetters() {
    var menu = ChoiceMenu("Currency", ["AUD", "EUR", "JPY", "USD"].map { .init($0, $0) })
    // `j` represents Copy, and `u` represents Down.
    #expect(menu.handle(.key(.character("y")), typed: .character("j")) == .handled)
    #expect(menu.selection == "JPY")
    #expect(menu.handle(.key(.character("j")), typed: .character("u")) == .handled)
    #expect(menu.selection == "USD")
    #expect(menu.handle(.key(.character("k")), typed: .character("a")) == .handled)
    #expect(menu.selection == "JPY")
    #expect(menu.handle(.key(.character("q")), typed: .character("a")) == .closed)
  }

  @Test("marks several menu values with keys and clicks")
  func marks() {
    var menu = ChoiceMenu("Filter", Self.choices, marked: ["c"])
    #expect(menu.selection == "c")
    menu.toggle()
    #expect(menu.marked.isEmpty)
    #expect(menu.handle(.click(target: "menu.rows", index: 0, at: .zero, count: 1)) == .handled)
    #expect(menu.marked == ["a"])
    let keys = menu.keyMap(choose: {}, mark: {}, cancel: {})
    #expect(keys.hints.map(\.action) == ["Apply", "Mark", "Cancel"])
  }

  @Test("shows the selected menu row if not all rows fit")
  func fits() {
    var menu = ChoiceMenu("Numbers", (0..<50).map { .init($0, "Number \($0)") })
    #expect(menu.handle(.key(KeyPress(.end))) == .handled)
    let size = Size(width: 30, height: 8)
    let frame = menu.over(Text("Page"), size: size).frame(size: size, environment: RenderEnvironment())
    #expect(frame.buffer.lines.contains { $0.contains("Number 49") })
    #expect(!frame.buffer.lines.contains { $0.contains("Number 10") })
  }
}
