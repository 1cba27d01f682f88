import Components
import Testing

@Suite("Table of text")
struct TextTableTests {
  private let table = TextTable(
    columns: [
      TextTable.Column("#", alignment: .trailing),
      TextTable.Column("Name", isFlexible: true, minimumWidth: 6),
      TextTable.Column("Price", alignment: .trailing),
    ],
    rows: [
      ["1", "Bitcoin", "67,000.12"],
      ["12", "\u{4F60}\u{597D} Coin of the realm", "3.10"],
    ]
  )

  private func terminal(_ width: Int?) -> OutputMode { OutputMode(layout: .terminal, width: width) }

  @Test("On a terminal columns are aligned under their headings")
  func aligned() {
    #expect(
      table.rendered(for: terminal(80)) == """
         #  Name                        Price
         1  Bitcoin                 67,000.12
        12  \u{4F60}\u{597D} Coin of the realm       3.10

        """
    )
    #expect(table.rendered(for: terminal(nil)) == table.rendered(for: terminal(80)))
  }

  @Test("Where it is too narrow the flexible column is cut")
  func narrowed() {
    #expect(
      table.rendered(for: terminal(24)) == """
         #  Name           Price
         1  Bitcoin    67,000.12
        12  \u{4F60}\u{597D} Coi\u{2026}       3.10

        """
    )
  }

  @Test("Where that is not enough all columns are cut, and at last the line")
  func cut() {
    #expect(
      table.rendered(for: terminal(12)) == """
         #  Na\u{2026}  Pr\u{2026}
         1  Bi\u{2026}  67\u{2026}
        12  \u{4F60}\u{2026}  3.\u{2026}

        """
    )
    #expect(table.rendered(for: terminal(3)) == "# \u{2026}\n1 \u{2026}\n\u{2026} \u{2026}\n")
  }

  @Test("Records have no headings, divide by tabs and cut nothing")
  func records() {
    #expect(
      table.rendered(for: .records)
        == "1\tBitcoin\t67,000.12\n12\t\u{4F60}\u{597D} Coin of the realm\t3.10\n"
    )
  }

  @Test("Linear text says the heading of each cell, and leaves out empty cells")
  func linear() {
    var table = table
    table.rows.append(["13", "", "1"])
    #expect(
      table.rendered(for: .linear) == """
        #: 1, Name: Bitcoin, Price: 67,000.12
        #: 12, Name: \u{4F60}\u{597D} Coin of the realm, Price: 3.10
        #: 13, Price: 1

        """
    )
  }

  @Test("Tabs, line feeds and controls in cells cannot break rows and columns")
  func hostileCells() {
    let table = TextTable(
      columns: [TextTable.Column("a\tb"), TextTable.Column("c")],
      rows: [["x\ty\nz", "\u{1B}[2J"], ["only one"], ["1", "2", "superfluous"]]
    )
    #expect(table.rendered(for: .records) == "x y z\t\u{241B}[2J\nonly one\t\n1\t2\n")
    #expect(
      table.rendered(for: terminal(80)) == """
        a b       c
        x y z     \u{241B}[2J
        only one
        1         2

        """
    )
  }

  @Test("Headings and cells are styled on a terminal, and colours end within the cell")
  func styled() {
    let table = TextTable(
      columns: [TextTable.Column("A", style: .dim), TextTable.Column("B")],
      rows: [["1", StyledText("2", .foreground(.red))]]
    )
    let capabilities = OutputCapabilities(colorDepth: .sixteen, showsAttributes: true, showsHyperlinks: false)
    #expect(
      table.rendered(for: .terminal(width: 20, capabilities: capabilities))
        == "\u{1B}[1mA\u{1B}[0m  \u{1B}[1mB\u{1B}[0m\n\u{1B}[2m1\u{1B}[0m  \u{1B}[31m2\u{1B}[0m\n"
    )
  }

  @Test("Without rows or columns there is nothing to write")
  func empty() {
    #expect(TextTable(columns: [TextTable.Column("A")]).rendered(for: terminal(80)) == "")
    #expect(TextTable(columns: [], rows: [["a"]]).rendered(for: .records) == "")
  }

  @Test("No line is wider than the terminal, however narrow", arguments: 1...40)
  func neverTooWide(width: Int) {
    var random = RandomText(seed: UInt64(width))
    for _ in 0..<50 {
      let columns = (0..<4).map { index in
        TextTable.Column(random.printable(maximumParts: 3), alignment: .center, isFlexible: index % 2 == 0)
      }
      let rows = (0..<4).map { _ in (0..<4).map { _ in StyledText(random.printable(maximumParts: 8)) } }
      let text = TextTable(columns: columns, rows: rows).rendered(for: terminal(width))
      #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth() <= width })
    }
  }
}
