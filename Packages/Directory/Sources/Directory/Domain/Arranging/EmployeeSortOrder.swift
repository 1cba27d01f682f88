/// In which order employees stand, within their group; the raw value is the word for command lines.
public enum EmployeeSortOrder: String, Sendable, Hashable, CaseIterable {
  /// By name.
  case name
  /// By team, and within a team by name.
  case team
  /// By type of employment, and within a type by name.
  case type
}
