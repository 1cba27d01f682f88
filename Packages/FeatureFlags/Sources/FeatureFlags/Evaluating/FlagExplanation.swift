/// Why a flag has its value: what every layer says about it.
public struct FlagExplanation: Sendable, Hashable {
  /// The name of the flag.
  public let key: String
  /// The value.
  public let value: FlagContent
  /// The value of the declaration.
  public let defaultValue: FlagContent
  /// What values are accepted, as it completes the sentence "expected …".
  public let expectation: String
  /// What every provider says, the highest layer first.
  public let answers: [FlagAnswer]

  /// The answer that decides, or `nil` if the default does.
  public var deciding: FlagAnswer? {
    answers.first { if case .decides = $0.verdict { true } else { false } }
  }

  /// The answers that were passed over because they don't fit the type of the flag.
  public var malformed: [FlagAnswer] {
    answers.filter { if case .malformed = $0.verdict { true } else { false } }
  }
}

extension FlagExplanation: CustomStringConvertible {
  /// The explanation as text of several lines, for a person.
  public var description: String {
    let decider = deciding.map { "decided by \($0.layer): \($0.spelling)" } ?? "the default"
    var rows = answers.map { answer in
      let (content, remark) =
        switch answer.verdict {
        case .silent: ("-", "says nothing")
        case .malformed(let content): (content.description, "passed over: expected \(expectation)")
        case .decides(let content): (content.description, "decides")
        case .overruled(let content): (content.description, "overruled")
        }
      return [answer.layer.description, content, remark]
    }
    rows.append(["default", defaultValue.description, deciding == nil ? "decides" : "overruled"])
    let widths = [0, 1].map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      let cells = zip(row, widths).map { cell, width in cell + String(repeating: " ", count: width - cell.count) }
      return "  \(cells[0])  \(cells[1])  \(row[2])"
    }
    return (["\(key) = \(value), \(decider)"] + lines).joined(separator: "\n")
  }
}
