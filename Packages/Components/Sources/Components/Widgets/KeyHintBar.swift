/// Which keys do what, in one line; those that there is no room for are left out, the last ones first.
public struct KeyHintBar: LineWidget {
  /// A key and what it does.
  public struct Hint: Hashable, Sendable {
    /// The key as people know it.
    public let key: String
    /// What it does.
    public let action: String

    /// Creates a hint.
    public init(_ key: String, _ action: String) {
      self.key = key.sanitized(.singleLine)
      self.action = action.sanitized(.singleLine)
    }
  }

  private let hints: [Hint]

  /// Creates a bar of hints, the most important ones first.
  public init(_ hints: [Hint]) { self.hints = hints }

  func line(width: Int, in environment: RenderEnvironment) -> StyledText {
    let typography = environment.theme.typography
    let gap = StyledText(safe: String(repeating: " ", count: max(environment.theme.spacing.medium, 1)))
    var result = StyledText()
    var used = 0
    for hint in hints {
      var part = result.isEmpty ? StyledText() : gap
      part += StyledText(safe: hint.key, typography.key) + " " + StyledText(safe: hint.action, typography.caption)
      used += environment.width(of: part)
      // The first hint stands even if it is cut.
      guard used <= width || result.isEmpty else { break }
      result += part
    }
    return result
  }

  /// Reads itself out in lines.
  public func read(to reader: inout LinearReader) {
    guard !hints.isEmpty else { return }
    reader.read(StyledText("Keys: " + hints.map { "\($0.key) \($0.action)" }.joined(separator: ", ")))
  }
}
