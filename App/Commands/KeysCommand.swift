import CommandLine
import Components

struct KeysCommand: ImmediateCommand {
  private struct Entry: Encodable {
    let action: String
    let keys: [String]
    let meaning: String
    let isDefault: Bool

    enum CodingKeys: String, CodingKey {
      case action, keys, meaning
      case isDefault = "is_default"
    }
  }

  nonisolated static let declaration = CommandDeclaration(
    name: "keys",
    summary: "List the keyboard shortcuts of the interactive program.",
    discussion: """
      To remap keys, add 'keys' to the configuration file: an object that maps actions to a key or a list of keys, such as \
      {"keys": {"copy": "c", "currency": "C", "reload": ["r", "f5"]}}. Assigning one key to two actions is an error. 'help \
      keys' prints the same list.
      """,
    examples: [
      .init("fetch-counter help keys", "List all actions and their keys."),
      .init("fetch-counter keys --json", "Print the list as JSON."),
    ]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let assignments = try context.root.configuration.keyAssignments()
    let entries = KeyGrammar.actions.map { action in
      let keys = assignments.keys[action.name] ?? action.keys
      return Entry(
        action: action.name,
        keys: keys.map(\.description),
        meaning: action.meaning,
        isDefault: keys == action.keys
      )
    }
    let table = TextTable(
      columns: [.init("Action"), .init("Keys"), .init("Meaning", isFlexible: true, minimumWidth: 20)],
      rows: entries.map { entry in
        [StyledText(entry.action), StyledText(entry.keys.joined(separator: ", ")), StyledText(entry.meaning)]
      }
    )
    try context.write(["keys": entries]) { table.rendered(for: $0) }
  }
}
