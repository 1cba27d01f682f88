import BasicsTesting
import Testing

@testable import Components

@Suite("Text field")
struct TextFieldTests {
  struct Step: CustomTestStringConvertible {
    let testDescription: String
    let start: String
    let cursor: Int
    let edit: @Sendable (inout TextFieldState) -> Void
    /// The expected text, with a bar at the insertion point.
    let expected: String
  }

  @Test("replaces a selected default with typed or pasted text, and edits it after a movement or deletion")
  func selectedDefault() {
    func edited(_ edit: (inout TextFieldState) -> Void) -> TextFieldState {
      var field = TextFieldState("100", isDefaultSelected: true)
      edit(&field)
      return field
    }
    #expect(edited { _ in }.isDefaultSelected)
    #expect(!TextFieldState("", isDefaultSelected: true).isDefaultSelected)
    let typed = edited { field in
      for character in "30" { _ = field.handle(.character(character)) }
    }
    #expect(typed.text == "30")
    #expect(!typed.isDefaultSelected)
    #expect(edited { $0.paste("7") }.text == "7")
    #expect(edited { $0.paste("\u{7}") }.isDefaultSelected)
    for key in [Key.end, .right] {
      let moved = edited { field in
        _ = field.handle(KeyPress(key))
        field.insert("3")
      }
      #expect(moved.text == "1003")
    }
    let deleted = edited { field in
      _ = field.handle(KeyPress(.backspace))
      field.insert("3")
    }
    #expect(deleted.text == "103")
    let undone = edited { field in
      field.insert("30")
      field.undo()
      field.insert("5")
    }
    #expect(undone.text == "1005")
  }

  @Test("draws only a focused field's selected default in inverse colors")
  func selectedDefaultStyle() throws {
    func isInverse(_ field: TextFieldState, _ state: ControlState) -> Bool {
      let frame = TextField(field, state: state).frame(
        size: Size(width: 8, height: 1),
        environment: RenderEnvironment()
      )
      return frame.buffer[0, 0].style.attributes.contains(.inverse)
    }
    let selected = TextFieldState("100", isDefaultSelected: true)
    #expect(isInverse(selected, .focused))
    #expect(!isInverse(selected, .normal))
    #expect(!isInverse(TextFieldState("100"), .focused))
  }

  static let steps: [Step] = [
    Step(testDescription: "typing", start: "ac", cursor: 1, edit: { $0.insert("b") }, expected: "ab|c"),
    Step(testDescription: "delete backward", start: "ab", cursor: 1, edit: { $0.deleteBackward() }, expected: "|b"),
    Step(testDescription: "delete at start", start: "ab", cursor: 0, edit: { $0.deleteBackward() }, expected: "|ab"),
    Step(testDescription: "delete forward", start: "ab", cursor: 1, edit: { $0.deleteForward() }, expected: "a|"),
    Step(testDescription: "delete at end", start: "ab", cursor: 2, edit: { $0.deleteForward() }, expected: "ab|"),
    Step(testDescription: "word left", start: "one two", cursor: 7, edit: { $0.moveWordLeft() }, expected: "one |two"),
    Step(
      testDescription: "two words left",
      start: "one, two",
      cursor: 5,
      edit: { $0.moveWordLeft() },
      expected: "|one, two"
    ),
    Step(
      testDescription: "word right",
      start: "one two",
      cursor: 0,
      edit: { $0.moveWordRight() },
      expected: "one| two"
    ),
    Step(
      testDescription: "delete word",
      start: "one two",
      cursor: 7,
      edit: { $0.deleteWordBackward() },
      expected: "one |"
    ),
    Step(
      testDescription: "delete next word",
      start: "one two",
      cursor: 3,
      edit: { $0.deleteWordForward() },
      expected: "one|"
    ),
    Step(testDescription: "delete to start", start: "abcd", cursor: 2, edit: { $0.deleteToStart() }, expected: "|cd"),
    Step(testDescription: "delete to end", start: "abcd", cursor: 2, edit: { $0.deleteToEnd() }, expected: "ab|"),
    Step(
      testDescription: "yank",
      start: "one two",
      cursor: 7,
      edit: {
        $0.deleteWordBackward()
        $0.moveToStart()
        $0.yank()
      },
      expected: "two|one "
    ),
    Step(testDescription: "transpose", start: "abc", cursor: 1, edit: { $0.transpose() }, expected: "ba|c"),
    Step(testDescription: "transpose at end", start: "abc", cursor: 3, edit: { $0.transpose() }, expected: "acb|"),
    Step(testDescription: "transpose one", start: "a", cursor: 1, edit: { $0.transpose() }, expected: "a|"),
    Step(testDescription: "far right", start: "ab", cursor: 0, edit: { $0.move(to: 99) }, expected: "ab|"),
    Step(testDescription: "far left", start: "ab", cursor: 2, edit: { $0.move(to: -9) }, expected: "|ab"),
    Step(
      testDescription: "a family is one",
      start: "a\u{1F469}\u{200D}\u{1F680}b",
      cursor: 2,
      edit: { $0.deleteBackward() },
      expected: "a|b"
    ),
    Step(
      testDescription: "an accent joins the letter before",
      start: "eb",
      cursor: 1,
      edit: { $0.insert("\u{301}") },
      expected: "e\u{301}|b"
    ),
    Step(
      testDescription: "pasted controls",
      start: "",
      cursor: 0,
      edit: { $0.paste("a\r\nb\tc\u{1B}[31md\u{7F}\u{9B}") },
      expected: "a b c[31md|"
    ),
    Step(
      testDescription: "word with digits",
      start: "ab-c_1",
      cursor: 6,
      edit: { $0.moveWordLeft() },
      expected: "ab-|c_1"
    ),
    Step(
      testDescription: "end of a word",
      start: "ab c_1-d",
      cursor: 2,
      edit: { $0.moveWordRight() },
      expected: "ab c_1|-d"
    ),
    Step(testDescription: "no word left", start: "--a", cursor: 2, edit: { $0.moveWordLeft() }, expected: "|--a"),
    Step(testDescription: "no word right", start: "a--", cursor: 1, edit: { $0.moveWordRight() }, expected: "a--|"),
    Step(testDescription: "transpose two", start: "ab", cursor: 1, edit: { $0.transpose() }, expected: "ba|"),
    Step(testDescription: "transpose at start", start: "ab", cursor: 0, edit: { $0.transpose() }, expected: "|ab"),
    Step(
      testDescription: "yank after an empty deletion",
      start: "ab",
      cursor: 1,
      edit: {
        $0.deleteToEnd()
        $0.deleteToEnd()
        $0.yank()
        $0.yank()
      },
      expected: "abb|"
    ),
    Step(testDescription: "replace", start: "abc", cursor: 1, edit: { $0.replace(with: "xy") }, expected: "xy|"),
    Step(testDescription: "clear", start: "abc", cursor: 1, edit: { $0.clear() }, expected: "|"),
  ]

  private static func picture(_ state: TextFieldState) -> String {
    let clusters = Array(state.text)
    return String(clusters[..<state.cursor]) + "|" + String(clusters[state.cursor...])
  }

  @Test("edits the text and moves the insertion point", arguments: steps)
  func edits(_ step: Step) {
    var state = TextFieldState(step.start)
    state.move(to: step.cursor)
    step.edit(&state)
    #expect(Self.picture(state) == step.expected)
  }

  @Test("undoes consecutive typing in one step, and each paste in one step")
  func undo() {
    var state = TextFieldState()
    for letter in "abc" { state.insert(String(letter)) }
    state.paste(" pasted")
    state.deleteBackward()
    #expect(state.text == "abc paste")
    state.undo()
    #expect(state.text == "abc pasted")
    state.undo()
    #expect(state.text == "abc")
    state.undo()
    #expect(state.text.isEmpty)
    state.undo()
    #expect(state.text.isEmpty)
    state.redo()
    state.redo()
    #expect(state.text == "abc pasted")
  }

  @Test("keeps the last hundred edits for undo")
  func undoLimit() {
    var state = TextFieldState()
    for _ in 0..<101 { state.paste("x") }
    for _ in 0..<99 { state.undo() }
    #expect(state.text == "xx")
    for _ in 0..<9 { state.undo() }
    #expect(state.text == "x")
    for _ in 0..<200 { state.redo() }
    #expect(state.count == 101)
  }

  @Test("starts a new undo step after a movement, and forgets redone steps after an edit")
  func undoSteps() {
    var state = TextFieldState()
    state.insert("a")
    state.moveToStart()
    state.insert("b")
    #expect(state.text == "ba")
    state.undo()
    #expect(state.text == "a")
    #expect(state.cursor == 0)
    state.insert("c")
    state.redo()
    #expect(state.text == "ca")
    state.deleteForward()
    state.deleteBackward()
    state.undo()
    #expect(state.text == "ca")
  }

  @Test("never exceeds its own or the general maximum length", arguments: [(-1, 0), (0, 0), (1, 1), (9_999, 4_096)])
  func maximumLengths(_ length: Int, _ expected: Int) {
    #expect(TextFieldState(maximumLength: length).maximumLength == expected)
    #expect(TextFieldState(String(repeating: "x", count: 5_000), maximumLength: length).count == expected)
  }

  @Test("truncates text to the maximum length")
  func maximum() {
    var state = TextFieldState("ab", maximumLength: 4)
    state.paste("cdefgh")
    #expect(state.text == "abcd")
    state.insert("x")
    #expect(state.text == "abcd")
    #expect(TextFieldState("abcdef", maximumLength: 3).text == "abc")
  }

  @Test(
    "keeps only whole clusters from the first 4,096 code points of a large paste, even with a small maximum length",
    arguments: [
      ("x", 1 << 17, 4_096), ("e\u{301}", 1 << 16, 2_048), ("\u{1F469}\u{200D}\u{1F680}", 1 << 15, 1_365),
      ("\u{301}", 1 << 17, 0),
    ]
  )
  func largePaste(_ cluster: String, _ count: Int, _ kept: Int) {
    var state = TextFieldState()
    state.paste(String(repeating: cluster, count: count))
    #expect(state.text == String(repeating: cluster, count: kept))
    #expect(state.isCut)
    var short = TextFieldState("a", maximumLength: 60)
    short.paste(String(repeating: cluster, count: count))
    #expect(short.text.unicodeScalars.count <= 4_096)
    #expect(short.count <= 60)
  }

  @Test("reports truncation until the next edit")
  func fullNote() {
    var state = TextFieldState("abc", maximumLength: 5)
    #expect(!state.isCut)
    state.paste("defg")
    expectLines(TextField(state, state: .focused), width: 12, height: 1, .ascii, ["abcde   full"])
    expectLines(TextField(state, state: .focused), width: 9, height: 1, .ascii, ["abcde"])
    let lines = TextField(state, label: "Name").linearLines(in: .plain).map(\.plainText)
    #expect(lines == ["Name: full; the rest was cut off: abcde"])
    state.deleteBackward()
    expectLines(TextField(state, state: .focused), width: 12, height: 1, .ascii, ["abcd"])
    state.insert("x")
    #expect(!state.isCut)
    state.insert("y")
    #expect(state.isCut)
    state.moveLeft()
    #expect(!state.isCut)
  }

  @Test("keeps the insertion point on a cluster boundary, and the text free of controls, during random edits")
  func fuzz() {
    var text = RandomText(seed: 11)
    var state = TextFieldState(maximumLength: 40)
    for _ in 0..<LongTests.rounds(byDay: 10_000, byNight: 200_000) {
      switch text.number(in: 0...17) {
      case 0...2: state.insert(text.hostile(maximumParts: 2))
      case 3: state.paste(text.hostile(maximumParts: 6))
      case 4: state.moveLeft()
      case 5: state.moveRight()
      case 6: state.moveWordLeft()
      case 7: state.moveWordRight()
      case 8: state.deleteBackward()
      case 9: state.deleteForward()
      case 10: state.deleteWordBackward()
      case 11: state.deleteWordForward()
      case 12: state.transpose()
      case 13: state.yank()
      case 14: state.undo()
      case 15: state.redo()
      case 16: state.move(to: text.number(in: -2...50))
      default: state.deleteToEnd()
      }
      #expect(state.characters == Array(state.text))
      #expect(state.cursor >= 0)
      #expect(state.cursor <= state.count)
      #expect(!state.text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }
  }

  @Test(
    "places the cursor at the column of the insertion point, not at its character index",
    arguments: [
      ("abc", 2, 2), ("\u{4F60}\u{597D}", 1, 2), ("e\u{301}x", 1, 1), ("\u{1F469}\u{200D}\u{1F680}x", 1, 2),
      ("0123456789", 10, 7), ("", 0, 0),
    ]
  )
  func cursor(_ text: String, _ position: Int, _ column: Int) {
    var state = TextFieldState(text)
    state.move(to: position)
    let frame = TextField(state, state: .focused).frame(size: Size(width: 8, height: 1), environment: .plain)
    #expect(frame.cursor == Point(x: column, y: 0))
  }

  @Test("hides the cursor of a field without focus, and never shows a secret")
  func secret() {
    let field = TextField(TextFieldState("hunter2"), state: .normal, isSecret: true)
    let frame = field.frame(size: Size(width: 10, height: 1), environment: .ascii)
    #expect(frame.cursor == nil)
    expectLines(frame.buffer, ["*******"])
    #expect(field.linearLines(in: .plain).map(\.plainText) == ["7 characters, hidden"])
  }

  @Test("scrolls long text to the insertion point, and indicates hidden text")
  func scrolling() {
    var state = TextFieldState("0123456789")
    expectLines(TextField(state, state: .focused), width: 6, height: 1, .ascii, ["<6789"])
    state.moveToStart()
    expectLines(TextField(state, state: .focused), width: 6, height: 1, .ascii, ["01234>"])
  }
}
