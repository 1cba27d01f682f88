import Components

/// A screen's command that the palette offers everywhere.
///
/// It opens the screen and presses a key there.
struct ScreenCommand {
  let title: String
  var keywords = ""
  let link: String
  /// The heading above the screen's keys.
  let screen: String
  /// The command's default key; `nil` if the command only opens the screen.
  let key: KeyPress?

  /// All screens' commands, except those for a selected item; a test compares this list with the screens' keys.
  static let all: [ScreenCommand] =
    screen(
      "Fetch Counter",
      "counter",
      [
        ("Open the counter", "", nil), ("Fetch a response code", "", KeyPress(.enter)),
        ("Copy the last response code", "clipboard", .character("y")),
        ("Delete the recent codes", "clear", .character("d")),
      ]
    )
    + screen(
      "Directory",
      "directory",
      [
        ("Open the directory", "employees people", nil), ("Search employees", "find people", .character("/")),
        ("Filter employees", "team type", .character("f")), ("Sort employees", "", .character("s")),
        ("Reverse the order of employees", "", .character("S")), ("Group employees", "team type", .character("t")),
        ("Export employees", "vcard csv json phone", .character("x")),
        ("Copy details of the selected employee", "e-mail phone", .character("y")),
        ("Write an e-mail to the selected employee", "mail", .character("o")),
        ("Mark the selected employee", "", .character(" ")), ("Reload the directory", "refresh", .character("r")),
      ]
    )
    + screen(
      "Markets",
      "markets",
      [
        ("Open the markets", "coins prices", nil), ("Search coins", "find", .character("/")),
        ("Filter coins", "favorites tags", .character("f")), ("Sort coins", "", .character("s")),
        ("Reverse the order of coins", "", .character("S")), ("Load more coins", "", .character("m")),
        ("Choose the currency", "money", .character("c")), ("Turn auto-refresh on or off", "", .character("R")),
        ("Mark the selected coin as a favorite", "star", .character(" ")),
        ("Copy details of the selected coin", "price", .character("y")),
        ("Reload the prices", "refresh", .character("r")),
      ]
    )
    + screen(
      "Portfolio",
      "markets/portfolio",
      [
        ("Open the portfolio", "holdings account", nil),
        ("Add an entry to the portfolio", "buy sell purchase record", .character("a")),
        ("Import entries into the portfolio", "csv", .character("I")),
        ("Show the portfolio's value over time", "chart", .character("V")),
        ("Change the cost method", "fifo average", .character("M")),
      ]
    )
    + screen("Realized gains", "markets/portfolio/gains", [("Open the realized gains", "tax year", nil)])
    + screen(
      "Alerts",
      "markets/alerts",
      [("Open the alerts", "", nil), ("Add an alert", "price notify", .character("a"))]
    )
    + screen("Settings", "settings", [("Open the settings", "preferences configuration setup", nil)])

  private static func screen(
    _ screen: String,
    _ link: String,
    _ commands: [(title: String, keywords: String, key: KeyPress?)]
  ) -> [ScreenCommand] {
    commands.map { ScreenCommand(title: $0.title, keywords: $0.keywords, link: link, screen: screen, key: $0.key) }
  }
}
