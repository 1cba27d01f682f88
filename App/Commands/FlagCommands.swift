import CommandLine
import Components
import FeatureFlags
import Persistence

extension CommandNode where Context == CommandContext {
  static var flags: Self {
    .group(
      CommandDeclaration(
        name: "flags",
        summary: "Show and set feature flags.",
        discussion: """
          Each flag uses the first value found in this order: --flag, environment variable (FETCH_COUNTER_FLAG_…), 'flags' \
          in the configuration file, 'flags set', default.
          """,
        examples: [
          .init("fetch-counter flags list", "List all flags and the source of each value."),
          .init("fetch-counter flags set supportEUR on", "Store a value."),
          .init("fetch-counter flags explain supportEUR", "Show the value from every source."),
        ]
      ),
      [
        .command(FlagListCommand.self), .command(FlagGetCommand.self), .command(FlagSetCommand.self),
        .command(FlagUnsetCommand.self), .command(FlagExplainCommand.self),
      ]
    )
  }
}

private struct FlagListCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "list",
    summary: "List all flags with their values.",
    examples: [.init("fetch-counter flags list --json", "List them as JSON.")]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let flags = try context.root.resolve(Keys.flags)
    let snapshot = flags.snapshot()
    let entries = flags.catalog.declarations.map { declaration in
      FlagDocument(declaration, snapshot.explanation(ofKey: declaration.key))
    }
    let table = TextTable(
      columns: [
        .init("Flag"), .init("Value"), .init("Source", priority: 1),
        .init("Description", isFlexible: true, minimumWidth: 20, priority: 2),
      ],
      rows: entries.map { entry in
        [entry.key, entry.value.description, entry.decidedBy, entry.description].map { StyledText($0) }
      }
    )
    try context.write(["flags": entries]) { table.rendered(for: $0) }
  }
}

private struct FlagGetCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "get",
    summary: "Print the value of a flag.",
    examples: [.init("fetch-counter flags get supportEUR", "Print true or false.")],
    arguments: [Argument.flag]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let flags = try context.root.resolve(Keys.flags)
    try context.write(try flags.explanation(of: context[argument: .flag]), in: flags)
  }
}

private struct FlagSetCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "set",
    summary: "Store a value for a flag.",
    examples: [.init("fetch-counter flags set supportEUR on", "Turn the flag on.")],
    arguments: [Argument.flag, Argument.flagValue]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let flags = try context.root.resolve(Keys.flags)
    let key = context[argument: .flag]
    let explanation: FlagExplanation
    do throws(FlagOverrideError) {
      explanation = try flags.setOverride(text: context[argument: .flagValue], ofKey: key)
    } catch {
      throw CommandFailure(error)
    }
    if let deciding = explanation.deciding, deciding.layer != .persisted {
      context.console.inform("Stored, but \(deciding.spelling) overrides the flag '\(key)'.")
    }
    try context.write(explanation, in: flags)
  }
}

private struct FlagUnsetCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "unset",
    summary: "Remove the stored value of a flag.",
    examples: [.init("fetch-counter flags unset supportEUR", "Use the value from the other sources.")],
    arguments: [Argument.flag]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let flags = try context.root.resolve(Keys.flags)
    let explanation: FlagExplanation?
    do throws(FlagOverrideError) {
      explanation = try flags.removeOverride(ofKey: context[argument: .flag])
    } catch {
      throw CommandFailure(error)
    }
    if let explanation { try context.write(explanation, in: flags) }
  }
}

private struct FlagExplainCommand: ImmediateCommand {
  nonisolated static let declaration = CommandDeclaration(
    name: "explain",
    summary: "Show a flag's value from every source, and the source that applies.",
    examples: [.init("fetch-counter flags explain supportEUR", "Show where the flag's value comes from.")],
    arguments: [Argument.flag]
  )

  let context: CommandContext

  func run() throws(CommandFailure) {
    let flags = try context.root.resolve(Keys.flags)
    try context.write(try flags.explanation(of: context[argument: .flag]), in: flags, withLayers: true)
  }
}

extension FlagClient {
  fileprivate func explanation(of key: String) throws(CommandFailure) -> FlagExplanation {
    if let explanation = snapshot().explanation(ofKey: key) { return explanation }
    throw CommandFailure(.unknownFlag(key: key, nearest: catalog.nearest(to: key)))
  }
}

extension CommandContext {
  @MainActor
  fileprivate func write(
    _ explanation: FlagExplanation,
    in flags: FlagClient,
    withLayers: Bool = false
  ) throws(CommandFailure) {
    guard let declaration = flags.catalog[explanation.key] else { return }
    let document = FlagDocument(declaration, explanation, withLayers: withLayers)
    try write(document) { _ in withLayers ? explanation.description + "\n" : "\(explanation.value)\n" }
  }
}

private struct FlagDocument: Encodable {
  struct Layer: Encodable {
    let layer: String
    let source: String
    let verdict: String
    let says: FlagContent?

    enum CodingKeys: String, CodingKey {
      case layer, source, verdict, says
    }

    /// Encodes the same keys for every source.
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(layer, forKey: .layer)
      try container.encode(source, forKey: .source)
      try container.encode(verdict, forKey: .verdict)
      try container.encode(says, forKey: .says)
    }
  }

  let key: String
  let value: FlagContent
  let defaultValue: FlagContent
  let decidedBy: String
  let description: String
  let owner: String
  let layers: [Layer]?

  enum CodingKeys: String, CodingKey {
    case key, value, description, owner, layers
    case defaultValue = "default"
    case decidedBy = "decided_by"
  }

  init(_ declaration: FlagDeclaration, _ explanation: FlagExplanation?, withLayers: Bool = false) {
    key = declaration.key
    value = explanation?.value ?? declaration.defaultContent
    defaultValue = declaration.defaultContent
    decidedBy = explanation?.deciding.map { "\($0.layer): \($0.spelling)" } ?? "default"
    description = declaration.description
    owner = declaration.owner
    layers = withLayers ? explanation?.answers.map(Layer.init) : nil
  }
}

extension FlagDocument.Layer {
  fileprivate init(_ answer: FlagAnswer) {
    let (verdict, says): (String, FlagContent?) =
      switch answer.verdict {
      case .silent: ("silent", nil)
      case .malformed(let content): ("malformed", content)
      case .decides(let content): ("decides", content)
      case .overruled(let content): ("overruled", content)
      }
    self.init(layer: "\(answer.layer)", source: answer.spelling, verdict: verdict, says: says)
  }
}

extension CommandFailure {
  fileprivate init(_ error: FlagOverrideError) {
    switch error {
    case .unknownFlag, .malformed: self.init(exitCode: .usage, kind: "usage", message: "\(error)")
    case .storeFailed(_, let cause as StoreError): self.init(cause)
    case .storeFailed, .nothingIsStored: self.init(exitCode: .failure, kind: "data_not_written", message: "\(error)")
    }
  }
}

extension Argument where Value == String {
  fileprivate static var flag: Self {
    let names = Flags.all.map { Choice($0.key, $0.description) }
    return .required("FLAG", .text.suggesting(names), summary: "Name of the flag.")
  }
  fileprivate static var flagValue: Self {
    .required("VALUE", .text.suggesting(["on", "off"]), summary: "New value, such as on or off.")
  }
}
