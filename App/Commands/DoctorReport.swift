import Components

/// The findings of `fetch-counter doctor` as text.
struct DoctorReport {
  private let findings: [DoctorFinding]

  init(_ findings: [DoctorFinding]) {
    self.findings = findings
  }

  /// One line each; on a terminal that is too narrow for the whole lines, what is not well follows in full below them.
  func text(for mode: OutputMode) -> String {
    guard mode.layout == .terminal, let width = mode.width else { return table(withCures: true).rendered(for: mode) }
    var unbounded = mode
    unbounded.width = nil
    let notWell = findings.filter { $0.state != .good }
    let whole = table(of: notWell, withCures: true).rendered(for: unbounded)
    let longest = whole.split(separator: "\n").map { StyledText(escaped: String($0)).displayWidth(mode.widthPolicy) }
      .max()
    guard let longest, longest > width else { return table(withCures: true).rendered(for: mode) }
    return table(withCures: false).rendered(for: mode) + notWell.map { details(of: $0, width, mode) }.joined()
  }

  /// What to do about everything that is bad; nil where there is nothing to be done.
  var cures: String? {
    let bad = findings.filter { $0.state == .bad }
    let cures = bad.compactMap { finding in finding.cure.map { bad.count == 1 ? $0 : "\(finding.check): \($0)" } }
    return cures.isEmpty ? nil : cures.joined(separator: " ")
  }

  private func table(withCures: Bool) -> TextTable { table(of: findings, withCures: withCures) }

  private func table(of findings: [DoctorFinding], withCures: Bool) -> TextTable {
    let columns: [TextTable.Column] = [
      .init("Check"), .init("State"), .init("Found", isFlexible: true, minimumWidth: 12, priority: 1),
    ]
    return TextTable(
      columns: columns + (withCures ? [.init("Cure", isFlexible: true, minimumWidth: 20, priority: 2)] : []),
      rows: findings.map { finding in
        [
          StyledText(finding.check), StyledText(finding.state.rawValue, Self.style(of: finding.state)),
          StyledText(finding.message),
        ] + (withCures ? [StyledText(finding.cure ?? "")] : [])
      }
    )
  }

  /// A paragraph of its own, indented below its name.
  private func details(of finding: DoctorFinding, _ width: Int, _ mode: OutputMode) -> String {
    let texts = [finding.message, finding.cure].compactMap { $0 }.map { StyledText($0.sanitized()) }
    let lines = texts.flatMap { $0.wrapped(to: max(width - 2, 1), policy: mode.widthPolicy) }
    let title = StyledText(finding.check, Self.style(of: finding.state))
    return ([StyledText(), title] + lines.map { StyledText("  ") + $0 })
      .map { $0.encoded(for: mode.capabilities) + "\n" }.joined()
  }

  private static func style(of state: DoctorFinding.State) -> TextStyle {
    let typography = Theme.dark.typography
    return switch state {
    case .good: typography.positive
    case .warning: typography.caption
    case .bad: typography.negative
    }
  }
}
