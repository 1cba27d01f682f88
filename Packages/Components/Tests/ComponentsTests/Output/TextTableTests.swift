import BasicsTesting
import Testing

@testable import Components

@Suite("Text table")
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

  @Test("aligns columns under their headings on a terminal")
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

  @Test(
    "reduces flexible columns to their minimum first, and always the widest column",
    arguments: [
      // The widths, whether each column is flexible, the available width, and the expected widths.
      ([10, 10, 4], [true, true, true], 24, [10, 10, 4]), ([10, 10, 4], [true, true, true], 23, [9, 10, 4]),
      ([10, 10, 4], [true, true, true], 20, [8, 8, 4]), ([10, 10, 4], [true, true, true], 14, [5, 5, 4]),
      ([10, 10, 4], [true, true, true], 10, [3, 3, 4]), ([10, 10, 4], [true, false, true], 20, [6, 10, 4]),
      ([10, 10, 4], [true, false, true], 16, [3, 10, 3]), ([10, 10, 4], [true, false, true], 15, [3, 9, 3]),
      ([10, 10, 4], [false, false, false], 3, [1, 1, 1]), ([10, 10, 4], [false, false, false], 0, [1, 1, 1]),
    ] as [([Int], [Bool], Int, [Int])]
  )
  func narrowed(widths: [Int], isFlexible: [Bool], available: Int, expected: [Int]) {
    let columns = isFlexible.map { TextTable.Column("", isFlexible: $0, minimumWidth: 3) }
    #expect(TextTableFitting.narrowed(widths, columns, to: available) == expected)
  }

  @Test(
    "keeps the columns that fit exactly",
    arguments: [(19, [0, 1, 2]), (18, [0, 2]), (12, [0, 2]), (11, [0]), (1, [0])]
  )
  func fitting(width: Int, kept: [Int]) {
    let columns = [
      TextTable.Column("a"), .init("b", isFlexible: true, minimumWidth: 5, priority: 1), .init("c", priority: 2),
    ]
    #expect(TextTableFitting.columns(columns, widths: [6, 20, 4], gap: 2, fitting: width) == kept)
  }

  @Test("raises the minimum width of a column to one", arguments: [(-1, 1), (0, 1), (1, 1), (2, 2)])
  func leastMinimum(width: Int, expected: Int) {
    #expect(TextTable.Column("a", minimumWidth: width).minimumWidth == expected)
  }

  @Test("truncates the flexible column if the table is too wide")
  func narrowed() {
    #expect(
      table.rendered(for: terminal(24)) == """
         #  Name           Price
         1  Bitcoin    67,000.12
        12  \u{4F60}\u{597D} Coi\u{2026}       3.10

        """
    )
  }

  @Test("truncates all columns, and finally the line, if truncating flexible columns isn't enough")
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

  /// A table whose number, price and name are never hidden, and whose other columns have priorities.
  private var prioritised: TextTable {
    TextTable(
      columns: [
        TextTable.Column("#", alignment: .trailing, priority: 2),
        TextTable.Column("Name", isFlexible: true, minimumWidth: 6),
        TextTable.Column("Price", alignment: .trailing),
        TextTable.Column("Volume", alignment: .trailing, priority: 1),
        TextTable.Column("Tags", isFlexible: true, minimumWidth: 4, priority: 1),
      ],
      rows: [
        ["1", "Bitcoin", "67,000.12", "1,000", "old"],
        ["12", "\u{4F60}\u{597D} Coin of the realm", "3.10", "20", "new shiny"],
      ]
    )
  }

  @Test(
    "hides columns with the lowest priority first, starting with the last column if priorities are equal",
    arguments: [
      (
        80,
        """
         #  Name                        Price  Volume  Tags
         1  Bitcoin                 67,000.12   1,000  old
        12  \u{4F60}\u{597D} Coin of the realm       3.10      20  new shiny

        """
      ),
      (
        35,
        """
         #  Name        Price  Volume  Tags
         1  Bitco\u{2026}  67,000.12   1,000  old
        12  \u{4F60}\u{597D} \u{2026}       3.10      20  new\u{2026}

        """
      ),
      (
        34,
        """
         #  Name             Price  Volume
         1  Bitcoin      67,000.12   1,000
        12  \u{4F60}\u{597D} Coin \u{2026}       3.10      20

        """
      ),
      (
        28,
        """
         #  Name               Price
         1  Bitcoin        67,000.12
        12  \u{4F60}\u{597D} Coin of\u{2026}       3.10

        """
      ),
      (
        20,
        """
        Name           Price
        Bitcoin    67,000.12
        \u{4F60}\u{597D} Coi\u{2026}       3.10

        """
      ),
      (
        12,
        """
        Name   Price
        Bitc\u{2026}  67,0\u{2026}
        \u{4F60}\u{597D}\u{2026}   3.10

        """
      ),
    ]
  )
  func leftOut(width: Int, text: String) {
    #expect(prioritised.rendered(for: terminal(width)) == text)
  }

  @Test("keeps all columns in records, in linear text and at unknown widths")
  func nothingLeftOut() {
    let records = OutputMode(layout: .records, width: 10)
    #expect(prioritised.rendered(for: records).hasPrefix("1\tBitcoin\t67,000.12\t1,000\told\n"))
    let linear = OutputMode(layout: .linear, width: 10)
    #expect(prioritised.rendered(for: linear).contains("Volume: 1,000, Tags: old"))
    #expect(prioritised.rendered(for: terminal(nil)) == prioritised.rendered(for: terminal(80)))
  }

  @Test("keeps missing cells empty when columns before them are hidden")
  func shortRows() {
    var table = prioritised
    table.rows = [["1", "Bitcoin", "67,000.12"], ["2"]]
    #expect(table.rendered(for: terminal(18)) == "Name         Price\nBitcoin  67,000.12\n\n")
  }

  @Test("keeps the most important column if all columns have priorities")
  func lastColumn() {
    let table = TextTable(
      columns: [
        TextTable.Column("A", priority: 1), TextTable.Column("B", priority: 2), TextTable.Column("C", priority: 1),
      ],
      rows: [["aaaa", "bbbb", "cccc"]]
    )
    #expect(table.rendered(for: terminal(3)) == "B\nbb\u{2026}\n")
  }

  @Test("writes records with tabs, without headings or truncation")
  func records() {
    #expect(
      table.rendered(for: .records)
        == "1\tBitcoin\t67,000.12\n12\t\u{4F60}\u{597D} Coin of the realm\t3.10\n"
    )
  }

  @Test("writes a heading for every nonempty cell in linear text")
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

  @Test("keeps rows and columns intact if cells contain tabs, line feeds or controls")
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

  @Test("styles headings and cells on a terminal, and ends each style within its cell")
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

  @Test("renders a table without rows or columns as an empty string")
  func empty() {
    #expect(TextTable(columns: [TextTable.Column("A")]).rendered(for: terminal(80)) == "")
    #expect(TextTable(columns: [], rows: [["a"]]).rendered(for: .records) == "")
  }

  @Test("renders a table within the terminal width", arguments: 1...40)
  func neverTooWide(width: Int) {
    var random = RandomText(seed: UInt64(width))
    for _ in 0..<LongTests.rounds(byDay: 10, byNight: 500) {
      let columns = (0..<4).map { index in
        TextTable.Column(
          random.printable(maximumParts: 3),
          alignment: .center,
          isFlexible: index % 2 == 0,
          priority: index > 1 ? index : nil
        )
      }
      let rows = (0..<4).map { _ in (0..<4).map { _ in StyledText(random.printable(maximumParts: 8)) } }
      let text = TextTable(columns: columns, rows: rows).rendered(for: terminal(width))
      #expect(text.split(separator: "\n").allSatisfy { $0.displayWidth() <= width })
    }
  }

  @Test("renders a table with random cells within the terminal width")
  func hostileWidths() {
    var random = RandomText(seed: 8)
    let long = ["\u{600}", "\u{1100}", "\u{1F469}\u{200D}", "\u{915}\u{94D}", "\u{93F}"].map {
      String(repeating: $0, count: 200)
    }
    for round in 0..<LongTests.rounds(byDay: 150, byNight: 5_000) {
      let columns = (0..<random.number(in: 1...4)).map { _ in
        TextTable.Column(
          random.printable(maximumParts: 2),
          alignment: [.leading, .center, .trailing][random.number(in: 0...2)],
          isFlexible: random.number(in: 0...1) == 0
        )
      }
      let rows = (0..<3).map { row in
        columns.indices.map { StyledText(row == $0 ? long[round % long.count] : random.hostile(maximumParts: 6)) }
      }
      let width = random.number(in: 1...40)
      let text = TextTable(columns: columns, rows: rows).rendered(for: .terminal(width: width, capabilities: .plain))
      for line in text.split(separator: "\n") { #expect(line.displayWidth() <= width, "\(line.codePoints)") }
    }
  }
}
