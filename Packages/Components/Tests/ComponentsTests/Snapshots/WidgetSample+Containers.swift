@testable import Components

extension WidgetSample {
  private static let people = [
    ("Ada Lovelace", "Engineering", "full time"), ("Grace Hopper", "Compilers", "full time"),
    ("Linus 李明 Torvalds", "Kernel", "contractor"), ("Zoë", "Design", "part time"),
  ]

  private static func list(_ selection: Int?, isFocused: Bool = true) -> SectionedList {
    SectionedList(
      sections: [.init("Core", count: 3), .init("Empty", count: 0), .init("Product", count: 4)],
      state: ListState(selection: selection),
      isFocused: isFocused,
      target: "list"
    ) { section, row in
      let person = people[(section + row) % people.count]
      return ListRow(StyledText(person.0), detail: StyledText(person.1), trailing: StyledText(person.2, .italic))
    }
  }

  private static func table(_ selection: Int?, sort: TableSort?, rows: Int = 6, isFocused: Bool = true) -> Table {
    let prices = ["67,000.12", "3,511.00", "0.4821", "148.90", "1.00", "0.1312"]
    let names = ["Bitcoin", "Ether", "你好 Coin", "Solana", "Tether", "Doge"]
    return Table(
      columns: [
        TableColumn("#", width: .fixed(2), alignment: .trailing, priority: 1),
        TableColumn("Name", width: LengthRange(minimum: 6, ideal: 12, maximum: 30), priority: 3),
        TableColumn("Price", width: .fixed(10), alignment: .trailing, priority: 2),
        TableColumn("24 h", width: .fixed(8), alignment: .trailing),
      ],
      rowCount: min(rows, names.count),
      state: ListState(selection: selection),
      sort: sort,
      isFocused: isFocused,
      target: "table"
    ) { row, column in
      switch column {
      case 0: StyledText("\(row + 1)")
      case 1: StyledText(names[row], .bold)
      case 2: StyledText(prices[row])
      default:
        StyledText(row % 2 == 0 ? "+2.1 %" : "-0.4 %", .foreground(row % 2 == 0 ? .hex(0x6CCB7F) : .hex(0xF7768E)))
      }
    }
  }

  private static func form(focus: Int, error: String) -> Form {
    Form([
      .init(
        "Name",
        control: TextField(TextFieldState("Ada"), state: focus == 0 ? .focused : .normal),
        isFocused: focus == 0
      ),
      .init(
        "E-mail",
        control: TextField(TextFieldState("ada@"), state: focus == 1 ? .focused : .normal),
        note: "Used for nothing else.",
        error: error,
        isFocused: focus == 1
      ),
      .init("Compact rows", control: Toggle("", isOn: true), isFocused: focus == 2),
    ])
  }

  private static var choices: [ChoiceMenu<Int>.Choice] {
    [
      .init(1, "Full-time", detail: "12", section: "Type"), .init(2, "Part-time", detail: "3", section: "Type"),
      .init(3, "Core", detail: "15", section: "Team"),
    ]
  }
  private static var choiceMenu: ChoiceMenu<Int> { ChoiceMenu("Copy", choices, selected: 2) }
  private static var markingMenu: ChoiceMenu<Int> { ChoiceMenu("Filter", choices, marked: [2, 3]) }

  static var containers: [WidgetSample] {
    [
      WidgetSample(
        "SectionedList",
        height: 6,
        [
          ("no selection", list(nil)), ("first", list(0)), ("last", list(6)),
          ("not focused", list(1, isFocused: false)),
          ("empty", SectionedList(count: 0, state: ListState()) { _ in ListRow("never") }),
        ]
      ),
      WidgetSample(
        "SkeletonRows",
        height: 4,
        [("two columns", SkeletonRows(columns: [24, 10]))]
      ),
      WidgetSample(
        "ChoiceMenu",
        height: 9,
        [
          ("one choice", choiceMenu.over(Text("Page"), size: Size(width: 40, height: 9))),
          ("several choices", markingMenu.over(Text("Page"), size: Size(width: 40, height: 9))),
        ]
      ),
      WidgetSample(
        "Table",
        height: 5,
        [
          ("plain", table(nil, sort: nil)),
          ("sorted", table(1, sort: TableSort(column: 2, isAscending: false))),
          ("last", table(5, sort: TableSort(column: 1, isAscending: true))),
          ("not focused", table(0, sort: nil, isFocused: false)), ("all fit", table(2, sort: nil, rows: 4)),
          ("empty", table(nil, sort: nil, rows: 0)),
        ]
      ),
      WidgetSample(
        "Form",
        [
          ("first", form(focus: 0, error: "")), ("note", form(focus: 1, error: "")),
          ("error", form(focus: 1, error: "This is no address.")),
        ]
      ),
      WidgetSample(
        "Dialog",
        [
          (
            "message",
            Dialog(
              "Reset",
              message: "Set the count to 0? This can't be undone.",
              buttons: ["Cancel", "Reset"],
              selected: 1,
              tone: .negative
            )
          ),
          ("one button", Dialog("Note", message: "Saved.")),
          (
            "with a form",
            Dialog(
              "Alert",
              content: Form([
                .init("Price", control: TextField(TextFieldState("67000"), state: .focused), isFocused: true)
              ]),
              buttons: ["Cancel", "Save"],
              selected: 1
            )
          ),
          (
            "above a screen",
            Overlay(
              VStack(children: (1...7).map { Text("Line \($0) of what is below") }).filling(),
              top: Dialog("Quit", message: "Really?", buttons: ["No", "Yes"]),
              dimsBase: true,
              isModal: true
            )
          ),
        ]
      ),
      WidgetSample(
        "Toast",
        Tone.allCases.map { ("\($0)", Toast("The directory was saved", tone: $0)) }
      ),
      WidgetSample(
        "StatusMessage",
        [
          (
            "empty",
            StatusMessage.empty(
              "No employees found",
              detail: "No name has these letters.",
              hint: "Esc clears the filter"
            )
          ),
          (
            "failure",
            StatusMessage.failure(
              "The directory can't be reached",
              detail: "Connection refused.",
              hint: "R tries again"
            )
          ),
          ("title only", StatusMessage.empty("Nothing here")),
          ("loading", StatusMessage.loading("Loading employees", keys: [.init("Esc", "cancel")])),
          (
            "failure with keys",
            StatusMessage.failure(
              "The directory can't be reached",
              detail: "Connection refused. Check that the service runs.",
              keys: [.init("R", "try again"), .init("Esc", "back")]
            )
          ),
        ]
      ),
      WidgetSample(
        "Border",
        [("rounded", Text("Inside").padded(horizontal: 1).bordered(title: "Title"))]
      ),
      WidgetSample(
        "Divider",
        [("line", Divider()), ("titled", Divider("Section of things"))]
      ),
      WidgetSample(
        "Stacks",
        [
          (
            "row",
            HStack { [Text("Left"), Spacer(), Badge("middle"), Spacer(), Text("Right")] as [any Widget] }
          ),
          (
            "column",
            VStack(alignment: .center, spacing: 1) { [Text("Centered"), Text("below each other")] as [any Widget] }
              .padded(1)
          ),
        ]
      ),
      WidgetSample(
        "ScrollArea",
        height: 4,
        [0, 3, 100].map { offset in
          (
            "offset \(offset)",
            ScrollArea(
              VStack(children: (1...12).map { Text("Line \($0)") }),
              state: ScrollState(offset: Point(x: 0, y: offset)),
              name: "page"
            )
          )
        }
      ),
    ]
  }
}
