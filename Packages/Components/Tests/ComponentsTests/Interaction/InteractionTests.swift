import Testing

@testable import Components

@Suite("Keys, bindings and text editing")
struct InteractionTests {
  @Test(
    "describes a key press with the names from the help text",
    arguments: [
      (KeyPress.character("/"), "/"), (.character(" "), "Space"), (.control("c"), "Ctrl-C"),
      (KeyPress(.tab, .shift), "Shift-Tab"), (KeyPress(.left, [.control, .alt]), "Ctrl-Alt-Left"),
      (KeyPress(.function(5)), "F5"), (.character("\u{1b}"), "␛"), (.character("G"), "G"),
    ]
  )
  func description(press: KeyPress, text: String) {
    #expect(press.description == text)
  }

  @Test(
    "returns text only for key presses that type a character",
    arguments: [
      (KeyPress.character("é"), "é" as String?), (.control("a"), nil), (.alt(.character("f")), nil),
      (KeyPress(.enter), nil), (KeyPress(.character("A"), .shift), "A"),
    ]
  )
  func typedText(press: KeyPress, text: String?) {
    #expect(press.typedText == text)
  }

  @Test(
    "edits a text field with the usual shell keys",
    arguments: [
      ([KeyPress(.left), .character("x")], "one twxo"),
      ([.control("w"), .character("x")], "one x"),
      ([.control("a"), KeyPress(.right, .control), .control("k"), .control("y")], "one two"),
      ([.control("u")], ""),
      ([.alt(.character("b")), KeyPress(.delete, .alt)], "one "),
      ([KeyPress(.home), KeyPress(.delete)], "ne two"),
      ([.control("t")], "one tow"),
      ([.control("h"), .control("z")], "one two"),
      ([.control("h"), .control("z"), .alt(.character("z"))], "one tw"),
    ] as [([KeyPress], String)]
  )
  func editing(presses: [KeyPress], result: String) {
    // Given
    var field = TextFieldState("one two")

    // When
    let taken = presses.map { press in field.handle(press) }

    // Then
    #expect(taken.allSatisfy { $0 })
    #expect(field.text == result)
  }

  @Test(
    "passes keys that submit or leave a text field to the field's owner",
    arguments: [Key.enter, .tab, .escape, .up, .function(1)]
  )
  func leftAlone(key: Key) {
    var field = TextFieldState("text")
    let isTaken = field.handle(KeyPress(key))
    #expect(!isTaken)
    #expect(field == TextFieldState("text"))
  }

  @Test(
    "moves through a list with arrow, letter and page keys",
    arguments: [
      (KeyPress(.down), 6), (.character("k"), 4), (KeyPress(.pageDown), 8), (.control("u"), 4), (.control("d"), 6),
      (.character("g"), 0), (.character("G"), 9), (KeyPress(.end), 9),
    ] as [(KeyPress, Int)]
  )
  func moving(press: KeyPress, selection: Int) {
    var list = ListState(selection: 5)
    let isTaken = list.handle(press, count: 10, page: 3)
    #expect(isTaken)
    #expect(list.selection == selection)
  }

  @Test("consumes the key of a disabled binding, but shows no hint and performs no action")
  @MainActor
  func disabledBinding() {
    // Given
    var performed: [String] = []
    let map = KeyMap(
      "Things",
      [
        KeyBinding(.character("r"), KeyPress(.function(5)), label: "refresh", isEnabled: false) {
          performed.append("r")
        },
        KeyBinding(.character("o"), label: "open") { performed.append("o") },
        KeyBinding(.character("x"), label: "secret", prominence: .help) { performed.append("x") },
      ]
    )

    // When
    let taken = [KeyPress(.function(5)), .character("o"), .character("q")].map { map.perform($0) }

    // Then
    #expect(taken == [true, true, false])
    #expect(performed == ["o"])
    #expect(map.hints == [KeyHintBar.Hint("o", "open")])
  }
}
