/// By what employees stand together under headings; the raw value is the word for command lines.
public enum EmployeeGrouping: String, Sendable, Hashable, CaseIterable {
  /// By team, in the order of their names.
  case team
  /// By type of employment: full-time, part-time, contractor.
  case type
  /// Not at all.
  case none
}
