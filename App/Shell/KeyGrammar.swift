import CommandLine
import Components

/// An action in the key grammar, which gives each key the same meaning on every screen.
///
/// Screens bind the default keys. ``KeyAssignments`` translates the user's keys to the default keys.
struct KeyAction: Sendable {
  /// The name in the configuration file, such as `auto_refresh`.
  let name: String
  /// The default keys, starting with the one shown in hints.
  let keys: [KeyPress]
  /// The meaning, as an imperative.
  let meaning: String
  /// The first words allowed in the action's labels; if empty, any label is allowed.
  var verbs: [String] = []
}

/// The table of all keys, which a test compares with the key maps of all screens and with the README.
enum KeyGrammar {
  static let actions: [KeyAction] = [
    // Moving
    KeyAction(
      name: "up",
      keys: [.character("k"), KeyPress(.up)],
      meaning: "Move or scroll up",
      verbs: ["Move", "Scroll", "Previous"]
    ),
    KeyAction(
      name: "down",
      keys: [.character("j"), KeyPress(.down)],
      meaning: "Move or scroll down",
      verbs: ["Move", "Scroll", "Next"]
    ),
    KeyAction(
      name: "left",
      keys: [.character("h"), KeyPress(.left)],
      meaning: "Move a chart's cursor left, or go to the previous value or item",
      verbs: ["Read", "Cursor", "Move", "Previous"]
    ),
    KeyAction(
      name: "right",
      keys: [.character("l"), KeyPress(.right)],
      meaning: "Move a chart's cursor right, or go to the next value or item",
      verbs: ["Cursor", "Move", "Next"]
    ),
    KeyAction(name: "page_up", keys: [KeyPress(.pageUp)], meaning: "Move up a page", verbs: ["Move", "Scroll"]),
    KeyAction(name: "page_down", keys: [KeyPress(.pageDown)], meaning: "Move down a page", verbs: ["Move", "Scroll"]),
    KeyAction(name: "half_page_up", keys: [.control("u")], meaning: "Move up half a page", verbs: ["Move", "Scroll"]),
    KeyAction(
      name: "half_page_down",
      keys: [.control("d")],
      meaning: "Move down half a page",
      verbs: ["Move", "Scroll"]
    ),
    KeyAction(
      name: "top",
      keys: [.character("g"), KeyPress(.home)],
      meaning: "Go to the top or the start",
      verbs: ["Cursor", "Go", "Move"]
    ),
    KeyAction(
      name: "bottom",
      keys: [.character("G"), KeyPress(.end)],
      meaning: "Go to the bottom or the end",
      verbs: ["Cursor", "Go", "Move"]
    ),
    KeyAction(name: "previous_group", keys: [.character("{")], meaning: "Go to the previous group", verbs: ["Go"]),
    KeyAction(name: "next_group", keys: [.character("}")], meaning: "Go to the next group", verbs: ["Go"]),
    KeyAction(
      name: "next_match",
      keys: [.character("n")],
      meaning: "Go to the next match or item",
      verbs: ["Next", "Go"]
    ),
    KeyAction(
      name: "previous_match",
      keys: [.character("N")],
      meaning: "Go to the previous match or item",
      verbs: ["Previous", "Go"]
    ),
    KeyAction(
      name: "far_left",
      keys: [KeyPress(.left, .shift)],
      meaning: "Move a chart's cursor far to the left",
      verbs: ["Cursor", "Move"]
    ),
    KeyAction(
      name: "far_right",
      keys: [KeyPress(.right, .shift)],
      meaning: "Move a chart's cursor far to the right",
      verbs: ["Cursor", "Move"]
    ),
    KeyAction(
      name: "shorter",
      keys: [.character("<")],
      meaning: "Show a shorter or earlier range",
      verbs: ["Shorter", "Earlier"]
    ),
    KeyAction(
      name: "longer",
      keys: [.character(">")],
      meaning: "Show a longer or later range",
      verbs: ["Longer", "Later"]
    ),
    // Places
    KeyAction(
      name: "open",
      keys: [KeyPress(.enter)],
      meaning: "Open or choose the selected item, or confirm",
      verbs: [
        "Set", "Keep", "Load", "Open", "Choose", "Fetch", "Change", "Save", "Search", "Add", "Record", "Compare",
        "Check", "Import", "Retry",
        "Keep",
      ]
    ),
    KeyAction(
      name: "back",
      keys: [KeyPress(.escape), KeyPress(.backspace)],
      meaning: "Cancel, close or go back",
      verbs: ["All", "Stop", "End", "Back", "Cancel", "Close", "Clear", "Show all", "Hide", "Remove", "Dismiss"]
    ),
    KeyAction(
      name: "other_pane",
      keys: [KeyPress(.tab), KeyPress(.tab, .shift)],
      meaning: "Go to the other pane, list or field",
      verbs: ["Keep", "Holdings", "Lots", "Activities", "Switch", "Go", "Next", "Previous"]
    ),
    KeyAction(name: "home", keys: [.character("H")], meaning: "Go to the tab's first screen", verbs: ["Home"]),
    KeyAction(name: "next_tab", keys: [.character("]")], meaning: "Show the next tab", verbs: ["Next tab"]),
    KeyAction(name: "previous_tab", keys: [.character("[")], meaning: "Show the previous tab", verbs: ["Previous tab"]),
    KeyAction(name: "dashboard", keys: [.character("0")], meaning: "Show the dashboard", verbs: ["Dashboard"]),
    KeyAction(name: "tab_1", keys: [.character("1")], meaning: "Show the first tab"),
    KeyAction(name: "tab_2", keys: [.character("2")], meaning: "Show the second tab"),
    KeyAction(name: "tab_3", keys: [.character("3")], meaning: "Show the third tab"),
    KeyAction(name: "tab_4", keys: [.character("4")], meaning: "Show the fourth tab"),
    KeyAction(name: "portfolio", keys: [.character("p")], meaning: "Open the portfolio", verbs: ["Portfolio", "Open"]),
    KeyAction(name: "alerts", keys: [.character("A")], meaning: "Open the alerts", verbs: ["Alerts", "Open"]),
    KeyAction(name: "gains", keys: [.character("T")], meaning: "Open the realized gains", verbs: ["Gains", "Open"]),
    KeyAction(
      name: "open_outside",
      keys: [.character("o")],
      meaning: "Open mail or a photo in another program",
      verbs: ["Open"]
    ),
    // Showing
    KeyAction(name: "search", keys: [.character("/"), .control("f")], meaning: "Search", verbs: ["Search"]),
    KeyAction(name: "filter", keys: [.character("f")], meaning: "Filter", verbs: ["Filter"]),
    KeyAction(name: "sort", keys: [.character("s")], meaning: "Sort", verbs: ["Sort"]),
    KeyAction(name: "reverse", keys: [.character("S")], meaning: "Reverse the order", verbs: ["Reverse"]),
    KeyAction(name: "group", keys: [.character("t")], meaning: "Group", verbs: ["Group"]),
    KeyAction(name: "reload", keys: [.character("r"), KeyPress(.function(5))], meaning: "Reload", verbs: ["Reload"]),
    KeyAction(
      name: "auto_refresh",
      keys: [.character("R")],
      meaning: "Turn auto-refresh on or off",
      verbs: ["Auto-refresh"]
    ),
    KeyAction(
      name: "more",
      keys: [.character("m")],
      meaning: "Load or fetch more, or show more actions",
      verbs: ["Load more", "More", "Fetch many"]
    ),
    KeyAction(
      name: "compare",
      keys: [.character("w")],
      meaning: "Compare, or stop comparing",
      verbs: ["End comparison", "Compare", "Stop comparing"]
    ),
    KeyAction(
      name: "view",
      keys: [.character("z")],
      meaning: "Change the chart's style",
      verbs: ["Style", "Method", "Chart style", "Cost method"]
    ),
    KeyAction(name: "method", keys: [.character("M")], meaning: "Change the cost method", verbs: ["Method"]),
    KeyAction(
      name: "value_chart",
      keys: [.character("V")],
      meaning: "Show or close the portfolio value chart",
      verbs: ["Value chart", "Close chart"]
    ),
    KeyAction(
      name: "lots",
      keys: [.character("L")],
      meaning: "Show lots or activities",
      verbs: ["Lots", "Activities", "Show"]
    ),
    KeyAction(name: "currency", keys: [.character("c")], meaning: "Choose the currency", verbs: ["Currency"]),
    // Changing
    KeyAction(name: "add", keys: [.character("a")], meaning: "Add", verbs: ["Add"]),
    KeyAction(name: "buy", keys: [.character("b")], meaning: "Record a purchase", verbs: ["Buy"]),
    KeyAction(name: "sell", keys: [.character("v")], meaning: "Record a sale", verbs: ["Sell"]),
    KeyAction(name: "edit", keys: [.character("e")], meaning: "Edit", verbs: ["Edit"]),
    KeyAction(
      name: "delete",
      keys: [.character("d"), KeyPress(.delete)],
      meaning: "Delete, after confirmation",
      verbs: ["Delete"]
    ),
    KeyAction(name: "undo", keys: [.character("u")], meaning: "Undo the last change", verbs: ["Undo"]),
    KeyAction(
      name: "mark",
      keys: [.character(" ")],
      meaning: "Mark or unmark the row",
      verbs: ["Mark"]
    ),
    KeyAction(
      name: "favorite",
      keys: [.character("*")],
      meaning: "Add to or remove from the favorites",
      verbs: ["Favorite"]
    ),
    KeyAction(name: "copy", keys: [.character("y")], meaning: "Copy", verbs: ["Copy"]),
    KeyAction(name: "export", keys: [.character("x")], meaning: "Export", verbs: ["Export"]),
    KeyAction(name: "import", keys: [.character("I")], meaning: "Import", verbs: ["Import"]),
    // The program
    KeyAction(
      name: "help",
      keys: [.character("?"), KeyPress(.function(1))],
      meaning: "Show all keys",
      verbs: ["Help"]
    ),
    KeyAction(
      name: "commands",
      keys: [.character(":"), .control("p")],
      meaning: "Search all commands",
      verbs: ["Commands"]
    ),
    KeyAction(name: "quit", keys: [.character("q"), .control("c")], meaning: "Quit", verbs: ["Quit"]),
    KeyAction(
      name: "suspend",
      keys: [.control("z")],
      meaning: "Suspend the program; fg resumes it",
      verbs: ["Suspend"]
    ),
  ]

  static let actionsByKey: [KeyPress: KeyAction] = {
    var result: [KeyPress: KeyAction] = [:]
    for action in actions {
      for key in action.keys { result[key] = action }
    }
    return result
  }()

  /// Returns whether a default key moves a selection, a cursor or a page.
  static func isMovement(_ key: KeyPress) -> Bool { actionsByKey[key].map { movements.contains($0.name) } ?? false }

  private static let movements: Set = [
    "up", "down", "left", "right", "page_up", "page_down", "half_page_up", "half_page_down", "top", "bottom",
    "previous_group", "next_group", "next_match", "previous_match", "far_left", "far_right",
  ]

  /// The manual page's section about keys.
  ///
  /// It lists the default keys, because the page is the same for all users.
  static var manualSection: ManualPage.Section {
    ManualPage.Section(
      "Interactive keys",
      text: """
        The interactive program uses the same key for the same action on every screen. Press the first key of 'help' to see the \
        current screen's keys. Answer questions with Enter, y, n or Esc; in a menu, press a digit to choose a row.

        To change keys, add 'keys' to the configuration file, with the action names in parentheses below; 'fetch-counter help \
        keys' prints the current keys.
        """,
      items: actions.map { action in
        (action.keys.map(\.description).joined(separator: ", "), "\(action.meaning). (\(action.name))")
      }
    )
  }
}
