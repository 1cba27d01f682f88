import Components
import FeatureFlags
import Persistence

/// `fetch-counter flags list|get|set|unset|explain`.
@MainActor
struct FlagsCommand: ImmediateCommand {
  private let action: Action
  private let console: Console
  private let flags: FlagClient

  private enum Action {
    case list
    case get(String)
    case set(String, String)
    case unset(String)
    case explain(String)
  }

  init(_ context: CommandContext) throws(CommandFailure) {
    let invocation = context.invocation
    switch invocation.commandPath.last {
    case "get": action = .get(invocation[argument: .flag])
    case "set": action = .set(invocation[argument: .flag], invocation[argument: .flagValue])
    case "unset": action = .unset(invocation[argument: .flag])
    case "explain": action = .explain(invocation[argument: .flag])
    default: action = .list
    }
    console = context.console
    flags = try context.root.resolve(Keys.flags)
  }

  func run() throws(CommandFailure) {
    switch action {
    case .list:
      try list()
    case .get(let key):
      try write(try explanation(of: key), isWhole: false)
    case .explain(let key):
      try write(try explanation(of: key), isWhole: true)
    case .set(let key, let text):
      let explanation: FlagExplanation
      do throws(FlagOverrideError) {
        explanation = try flags.setOverride(text: text, ofKey: key)
      } catch {
        throw CommandFailure(error)
      }
      try tell(explanation, of: key)
    case .unset(let key):
      let explanation: FlagExplanation?
      do throws(FlagOverrideError) {
        explanation = try flags.removeOverride(ofKey: key)
      } catch {
        throw CommandFailure(error)
      }
      if let explanation { try write(explanation, isWhole: false) }
    }
  }

  private func list() throws(CommandFailure) {
    let snapshot = flags.snapshot()
    let entries = flags.catalog.declarations.map { declaration in
      FlagDocument(declaration, snapshot.explanation(ofKey: declaration.key))
    }
    if console.isJSON {
      try console.write(json: ["flags": entries])
    } else {
      let table = TextTable(
        columns: [
          .init("Flag"), .init("Value"), .init("Decided by", priority: 1),
          .init("Description", isFlexible: true, minimumWidth: 20, priority: 2),
        ],
        rows: entries.map { entry in
          [entry.key, entry.value.description, entry.decidedBy, entry.description].map { StyledText($0) }
        }
      )
      try console.write(table.rendered(for: console.mode))
    }
  }

  private func explanation(of key: String) throws(CommandFailure) -> FlagExplanation {
    if let explanation = flags.snapshot().explanation(ofKey: key) { return explanation }
    throw CommandFailure(.unknownFlag(key: key, nearest: flags.catalog.nearest(to: key)))
  }

  /// Says what holds now, which need not be what was set: a higher layer may decide.
  private func tell(_ explanation: FlagExplanation, of key: String) throws(CommandFailure) {
    if let deciding = explanation.deciding, deciding.layer != .persisted {
      console.inform("The flag '\(key)' is stored, but \(deciding.spelling) decides.")
    }
    try write(explanation, isWhole: false)
  }

  private func write(_ explanation: FlagExplanation, isWhole: Bool) throws(CommandFailure) {
    if console.isJSON {
      guard let declaration = flags.catalog[explanation.key] else { return }
      try console.write(json: FlagDocument(declaration, explanation, withLayers: isWhole))
    } else if isWhole {
      try console.write(explanation.description + "\n")
    } else {
      try console.write("\(explanation.value)\n")
    }
  }
}

/// A flag as JSON.
struct FlagDocument: Encodable {
  struct Layer: Encodable {
    let layer: String
    let source: String
    let verdict: String
    let says: FlagContent?

    enum CodingKeys: String, CodingKey {
      case layer, source, verdict, says
    }

    /// With the same keys whether or not the layer says something.
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
  /// A flag that can't be read or set.
  init(_ error: FlagOverrideError) {
    switch error {
    case .unknownFlag, .malformed: self.init(exitCode: .usage, kind: "usage", message: "\(error)")
    case .storeFailed(_, let cause as StoreError): self.init(cause)
    case .storeFailed, .nothingIsStored: self.init(exitCode: .failure, kind: "data_not_written", message: "\(error)")
    }
  }
}

extension Argument where Value == String {
  static var flag: Self {
    let names = Flags.all.map { Choice($0.key, $0.description) }
    return .required("FLAG", .text.suggesting(names), summary: "The flag's name.")
  }
  static var flagValue: Self {
    .required("VALUE", .text.suggesting(["on", "off"]), summary: "The new value, as on or off.")
  }
}
