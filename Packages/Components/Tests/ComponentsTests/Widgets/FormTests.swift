import Testing

@testable import Components

@Suite("Forms and numbers")
struct FormTests {
  private func form(focus: Int?) -> Form {
    Form([
      .init("Name", control: Text("Ada"), isFocused: focus == 0),
      .init("Mail", control: Text("ada@"), note: "Used for nothing.", isFocused: focus == 1),
      .init("Team", control: Text("Core"), error: "Unknown team.", isFocused: focus == 2),
    ])
  }

  @Test(
    "returns the rows of the focused field with its note or error",
    arguments: [
      // The focused field, the form's width, and the expected rows.
      (nil, 40, 0..<0), (0, 40, 0..<1), (1, 40, 1..<3), (2, 40, 2..<4), (0, 19, 0..<2), (1, 19, 2..<5), (2, 19, 4..<7),
      (1, 20, 1..<4),
    ] as [(Int?, Int, Range<Int>)]
  )
  func focusedRows(focus: Int?, width: Int, rows: Range<Int>) {
    #expect(form(focus: focus).focusedRows(width: width, in: .plain) == rows)
  }

  @Test("puts labels above controls in a narrow form")
  func narrow() {
    expectLines(
      form(focus: nil),
      width: 20,
      height: 5,
      .ascii,
      ["  Name  Ada", "  Mail  ada@", "  Team  Core", "        ! Unknown", "        team."]
    )
    expectLines(
      form(focus: 1),
      width: 19,
      height: 8,
      .ascii,
      [
        "  Name", "  Ada", "> Mail", "  ada@", "  Used for nothing.", "  Team", "  Core", "  ! Unknown team.",
      ]
    )
  }

  @Test(
    "draws large digits only if they fit",
    arguments: [
      ("12", 7, true), ("12", 6, false), ("1.2", 9, true), ("1.2", 8, false), ("1a", 99, false), ("", 9, false),
    ]
  )
  func largeNumbers(text: String, width: Int, isLarge: Bool) {
    let number = BigNumber(text)
    #expect(number.isLarge(in: width, .plain) == isLarge)
    #expect(number.heightRange(width: width, in: .plain).ideal == (isLarge ? 3 : 1))
    let lines = number.frame(size: Size(width: width, height: 2), environment: .plain).buffer.lines
    #expect(lines[0] == String(text.prefix(width)))
  }
}
