import Testing

@testable import Components

@Suite("Keys, bindings and text editing")
struct InteractionTests {
  @Test(
    "describes a key press with the names from the help text",
    arguments: [
      (KeyPress.character("/"), "/"), (.character(" "), "Space"), (.control("c"), "Ctrl-C"),
      (KeyPress(.tab, .shift), "Shift-Tab"), (KeyPress(.left, [.control, .alt]), "Ctrl-Alt-Left"),
      (KeyPress(.enter), "Enter"), (KeyPress(.tab), "Tab"), (KeyPress(.escape), "Esc"), (KeyPress(.up), "Up"),
      (KeyPress(.backspace), "Backspace"), (KeyPress(.delete), "Delete"), (KeyPress(.insert), "Insert"),
      (KeyPress(.down), "Down"), (KeyPress(.right), "Right"), (KeyPress(.home), "Home"), (KeyPress(.end), "End"),
      (KeyPress(.pageUp), "PgUp"), (KeyPress(.pageDown), "PgDn"), (.alt(.character("b")), "Alt-b"),
      (KeyPress(.left, [.shift, .alt, .control, .super]), "Super-Ctrl-Alt-Shift-Left"), (.control(" "), "Ctrl-Space"),
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
      ([.control("t")], "one tow"), ([.control("a"), .control("d")], "ne two"),
      ([.control("b"), .control("b"), .character("x")], "one txwo"),
      ([.control("a"), .control("f"), .character("x")], "oxne two"),
      ([.control("a"), .control("e"), .character("x")], "one twox"),
      ([.control("a"), .alt(.character("f")), .character("x")], "onex two"),
      ([.control("a"), .alt(.character("d"))], " two"), ([KeyPress(.left, .control), .character("x")], "one xtwo"),
      ([KeyPress(.left, .alt), KeyPress(.backspace)], "onetwo"), ([KeyPress(.backspace, .control)], "one "),
      ([KeyPress(.home), KeyPress(.right), .character("x")], "oxne two"),
      ([KeyPress(.home), KeyPress(.end), .character("x")], "one twox"),
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

  @Test(
    "leaves keys with other modifiers to the field's owner",
    arguments: [
      KeyPress.control("x"), .alt(.character("x")), KeyPress(.character("a"), [.control, .alt]),
      KeyPress(.character("a"), .super),
    ]
  )
  func otherModifiers(press: KeyPress) {
    var field = TextFieldState("text")
    let isTaken = field.handle(press)
    #expect(!isTaken)
    #expect(field.text == "text")
  }

  @Test("lists the movement keys in the help, without hints")
  @MainActor
  func movementKeys() {
    func text(_ bindings: [KeyBinding]) -> [String] {
      bindings.map { binding in binding.keys.map(\.description).joined(separator: " ") + ": " + binding.label }
    }
    let pages = [
      "PgUp: Move up a page", "PgDn: Move down a page", "Ctrl-U: Move up half a page", "Ctrl-D: Move down half a page",
      "g Home: Go to the top", "G End: Go to the bottom",
    ]
    #expect(text(.listMovement) == ["Up k: Move up", "Down j: Move down"] + pages)
    #expect(text(.scrolling) == ["Up k: Scroll up", "Down j: Scroll down"] + pages)
    #expect(text(.sectionMovement) == ["{: Go to the previous group", "}: Go to the next group"])
    let map = KeyMap("List", .listMovement)
    #expect(map.hints.isEmpty)
    #expect(!map.perform(KeyPress(.up)))
    #expect(map.binding(for: KeyPress(.up))?.explanation == "Move up")
    #expect(map.binding(for: .character("q")) == nil)
  }

  @Test("performs the first enabled choice of a binding's menu")
  @MainActor
  func menuBinding() {
    var performed: [String] = []
    func choice(_ label: String, _ isEnabled: Bool) -> KeyChoice {
      KeyChoice(label, isEnabled: isEnabled) { performed.append(label) }
    }
    let binding = KeyBinding(
      .character("m"),
      label: "menu",
      explanation: "Open a menu",
      menu: [choice("a", false), choice("b", true), choice("c", true)]
    )
    #expect(binding.isEnabled)
    #expect(binding.enabledChoices.map(\.label) == ["b", "c"])
    #expect(binding.explanation == "Open a menu")
    let map = KeyMap("Menu", [binding])
    #expect(map.perform(.character("m")))
    #expect(performed == ["b"])
    let disabled = KeyBinding(.character("n"), label: "none", menu: [choice("a", false)])
    #expect(!disabled.isEnabled)
    disabled.perform()
    #expect(performed == ["b"])
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
