import Components

struct DoctorReport {
  private let findings: [DoctorFinding]

  init(_ findings: [DoctorFinding]) {
    self.findings = findings
  }

  /// Returns one line per finding.
  ///
  /// On a narrow terminal, full descriptions of the problems follow below the lines.
  func text(for mode: OutputMode) -> String {
    guard mode.layout == .terminal, let width = mode.width else {
      return table(of: findings, withSuggestions: true, mode)
    }
    var unbounded = mode
    unbounded.width = nil
    let notWell = findings.filter { $0.state != .good }
    let whole = table(of: notWell, withSuggestions: true, unbounded)
    let longest = whole.split(separator: "\n").map { StyledText(escaped: String($0)).displayWidth(mode.widthPolicy) }
      .max()
    guard let longest, longest > width else { return table(of: findings, withSuggestions: true, mode) }
    return table(of: findings, withSuggestions: false, mode) + notWell.map { details(of: $0, width, mode) }.joined()
  }

  var recoverySuggestions: String? {
    let bad = findings.filter { $0.state == .bad }
    let recoverySuggestions = bad.compactMap { finding in
      finding.recoverySuggestion.map { bad.count == 1 ? $0 : "\(finding.check): \($0)" }
    }
    return recoverySuggestions.isEmpty ? nil : recoverySuggestions.joined(separator: " ")
  }

  private func table(of findings: [DoctorFinding], withSuggestions: Bool, _ mode: OutputMode) -> String {
    let columns: [TextTable.Column] = [
      .init("Check"), .init("State"), .init("Found", isFlexible: true, minimumWidth: 12, priority: 1),
    ]
    let table = TextTable(
      columns: columns + (withSuggestions ? [.init("Fix", isFlexible: true, minimumWidth: 20, priority: 2)] : []),
      rows: findings.map { finding in
        [
          StyledText(finding.check), StyledText(finding.state.rawValue, finding.state.style(in: mode.theme.typography)),
          StyledText(finding.message),
        ] + (withSuggestions ? [StyledText(finding.recoverySuggestion ?? "")] : [])
      }
    )
    return table.rendered(for: mode)
  }

  /// Returns the complete text of a finding as a paragraph, indented below the check's name.
  private func details(of finding: DoctorFinding, _ width: Int, _ mode: OutputMode) -> String {
    let texts = [finding.message, finding.recoverySuggestion].compactMap { $0 }.map { StyledText($0.sanitized()) }
    let lines = texts.flatMap { $0.wrapped(to: max(width - 2, 1), policy: mode.widthPolicy) }
    let title = StyledText(finding.check, finding.state.style(in: mode.theme.typography))
    return ([StyledText(), title] + lines.map { StyledText("  ") + $0 })
      .map { $0.encoded(for: mode.capabilities) + "\n" }.joined()
  }
}

extension DoctorFinding.State {
  fileprivate func style(in typography: Typography) -> TextStyle {
    switch self {
    case .good: typography.positive
    case .warning: typography.warning
    case .bad: typography.negative
    }
  }
}

struct DoctorFinding: Encodable {
  enum State: String, Encodable {
    case good
    /// A problem that doesn't prevent the program from working.
    case warning
    case bad
  }

  let check: String
  let state: State
  let message: String
  var recoverySuggestion: String?

  enum CodingKeys: String, CodingKey {
    case check, state, message
    case recoverySuggestion = "cure"
  }

  /// Encodes the same keys whether or not there is a recovery suggestion.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(check, forKey: .check)
    try container.encode(state, forKey: .state)
    try container.encode(message, forKey: .message)
    try container.encode(recoverySuggestion, forKey: .recoverySuggestion)
  }
}

extension DoctorFinding {
  /// Returns whether this problem's message already contains another finding's message.
  func explains(_ other: DoctorFinding) -> Bool { state == .bad && message.contains(other.message) }

  init(check: String, _ failure: CommandFailure) {
    self.init(check: check, state: .bad, message: failure.message, recoverySuggestion: failure.hint)
  }
}
