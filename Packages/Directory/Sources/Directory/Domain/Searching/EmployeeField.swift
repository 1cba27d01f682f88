/// What can be searched of an employee; the raw value is the word before the colon in a search.
public enum EmployeeField: String, Sendable, Hashable, CaseIterable {
  /// The name.
  case name
  /// The team.
  case team
  /// The e-mail address.
  case email
  /// The biography.
  case biography = "bio"
  /// The type of employment, which is found by its beginning: `type:full`.
  case type

  /// The fields that a word without a field is looked for in, in the order in which an index keeps them.
  static let texts: [EmployeeField] = [.name, .team, .email, .biography]
}
