/// Which of the service's lists is asked for; the raw value is the word for command lines.
public enum DirectoryScenario: String, Sendable, Hashable, CaseIterable {
  /// The list.
  case normal
  /// The one that the service keeps for trying out what becomes of malformed entries.
  case malformed
  /// The one without employees.
  case empty
  /// One of the three, another one at every load.
  case random
}
