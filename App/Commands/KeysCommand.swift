import CommandLine
import Components

/// `fetch-counter keys`, the same as `fetch-counter help keys`.
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
    summary: "Lists the keys of the interactive program as they are set.",
    discussion: """
      The member 'keys' of the configuration file sets others: an object with a key, or a list of keys, for an action, such as \
      {"keys": {"copy": "c", "currency": "C", "reload": ["r", "f5"]}}. A key has one action; two actions with the same key are \
      refused. 'help keys' prints the same list.
      """,
    examples: [
      .init("fetch-counter help keys", "Lists the actions with their keys."),
      .init("fetch-counter keys --json", "Prints the list as a JSON document."),
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
