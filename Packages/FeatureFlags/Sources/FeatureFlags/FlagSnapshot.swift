/// All flags' values at one moment.
///
/// A command or screen that uses a single snapshot sees consistent values, even if flags change in the meantime.
public struct FlagSnapshot: Sendable, Equatable {
  /// The explanations for all flags, in catalog order.
  public let explanations: [FlagExplanation]
  /// The problems with the sources, sorted by layer and then by flag.
  public let warnings: [FlagWarning]
  private let values: [String: FlagContent]

  init(catalog: FlagCatalog, sources: [FlagSource]) {
    explanations = catalog.declarations.map { FlagExplanation($0, sources: sources) }
    values = Dictionary(uniqueKeysWithValues: explanations.map { ($0.key, $0.value) })
    warnings = FlagWarning.all(catalog: catalog, sources: sources, explanations: explanations)
  }

  /// Returns the value of a flag, or its default value if the flag isn't in the catalog.
  public func value<Value: FlagValue>(of flag: FeatureFlag<Value>) -> Value {
    values[flag.key].flatMap(Value.init(flagContent:)) ?? flag.defaultValue
  }

  /// Returns the explanation of a flag's value, or `nil` if the flag isn't declared.
  public func explanation(ofKey key: String) -> FlagExplanation? {
    explanations.first { $0.key == key }
  }
}

/// A source's content for a flag, and the effect of that content.
public struct FlagAnswer: Sendable, Hashable {
  /// The effect of a source's content on a flag.
  public enum Verdict: Sendable, Hashable {
    /// The source doesn't contain the flag.
    case silent
    /// The content is ignored because its type doesn't match the flag.
    case malformed(FlagContent)
    /// The content determines the flag's value.
    case decides(FlagContent)
    /// The content is valid, but a layer with higher precedence determines the flag's value.
    case overruled(FlagContent)
  }

  /// The source's layer.
  public let layer: FlagLayer
  /// The source's name.
  public let source: String
  /// The flag's spelling in the source.
  public let spelling: String
  /// The effect of the source's content on the flag.
  public let verdict: Verdict
}

/// An explanation of how a flag got its value.
public struct FlagExplanation: Sendable, Hashable {
  /// The flag's name.
  public let key: String
  /// The flag's current value.
  public let value: FlagContent
  /// The flag's declared default.
  public let defaultValue: FlagContent
  /// A description of the accepted values that completes the sentence "expected …".
  public let expectation: String
  /// Each source's answer for the flag, with the highest precedence first.
  public let answers: [FlagAnswer]

  init(_ declaration: FlagDeclaration, sources: [FlagSource]) {
    var decided: FlagContent?
    answers = sources.map { source in
      let verdict: FlagAnswer.Verdict
      if let content = source.values[declaration.key] {
        if let value = declaration.normalized(content) {
          verdict = decided == nil ? .decides(value) : .overruled(value)
          decided = decided ?? value
        } else {
          verdict = .malformed(content)
        }
      } else {
        verdict = .silent
      }
      let spelling = source.spelling(of: declaration.key)
      return FlagAnswer(layer: source.layer, source: source.name, spelling: spelling, verdict: verdict)
    }
    key = declaration.key
    value = decided ?? declaration.defaultContent
    defaultValue = declaration.defaultContent
    expectation = declaration.expectation
  }

  /// The source content that determines the flag's value, or `nil` if the default applies.
  public var deciding: FlagAnswer? {
    answers.first { if case .decides = $0.verdict { true } else { false } }
  }
}

extension FlagExplanation: CustomStringConvertible {
  /// The explanation as multiline text.
  public var description: String {
    let decider = deciding.map { "set by \($0.spelling) (\($0.layer))" } ?? "the default"
    var rows = answers.map { answer in
      let (content, remark) =
        switch answer.verdict {
        case .silent: ("-", "not set")
        case .malformed(let content): (content.description, "ignored: expected \(expectation)")
        case .decides(let content): (content.description, "applies")
        case .overruled(let content): (content.description, "overridden")
        }
      return [answer.layer.description, content, remark]
    }
    rows.append(["default", defaultValue.description, deciding == nil ? "applies" : "overridden"])
    let widths = [0, 1].map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
      return "  \(cells[0])  \(cells[1])  \(row[2])"
    }
    return (["\(key) = \(value), \(decider)"] + lines).joined(separator: "\n")
  }
}

/// A problem with the flag sources; every flag still has a value.
public enum FlagWarning: Sendable, Hashable {
  /// A source sets an undeclared flag, and `nearest` is the most similar declared flag in the source's spelling.
  case unknownKey(spelling: String, source: String, nearest: String?)
  /// A source sets a flag to a value of the wrong type.
  case malformed(FlagContent, spelling: String, source: String, key: String, expectation: String)
  /// A sentence that describes a problem with a source as a whole.
  case problem(String)

  static func all(catalog: FlagCatalog, sources: [FlagSource], explanations: [FlagExplanation]) -> [FlagWarning] {
    var warnings: [FlagWarning] = []
    for source in sources {
      warnings += source.problems.map(FlagWarning.problem)
      for key in source.values.keys.sorted() where catalog[key] == nil {
        let nearest = catalog.nearest(to: key).map { source.spelling(of: $0) }
        warnings.append(.unknownKey(spelling: source.spelling(of: key), source: source.name, nearest: nearest))
      }
    }
    for explanation in explanations {
      for answer in explanation.answers {
        guard case .malformed(let content) = answer.verdict else { continue }
        warnings.append(
          .malformed(
            content,
            spelling: answer.spelling,
            source: answer.source,
            key: explanation.key,
            expectation: explanation.expectation
          )
        )
      }
    }
    return warnings
  }
}

extension FlagWarning: CustomStringConvertible {
  /// A description of the problem and the fix.
  public var description: String {
    switch self {
    case .unknownKey(let spelling, let source, let nearest):
      let fix = nearest.map { "Did you mean \($0)?" } ?? "Remove it."
      return "\(Self.shown(spelling)) (\(source)) doesn't match any flag. \(fix)"
    case .malformed(let content, let spelling, let source, let key, let expectation):
      return "\(Self.shown(spelling)) (\(source)) sets the flag '\(key)' to \(content): expected \(expectation). "
        + "The value was ignored."
    case .problem(let sentence):
      return sentence
    }
  }

  /// Returns text in quotation marks unless it is short and printable.
  private static func shown(_ text: String) -> String {
    text.utf8.count <= 100 && text.utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? text : text.inQuotes
  }
}
