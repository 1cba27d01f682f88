/// Where overrides are stored; the program implements it with the storage that it has.
public protocol FlagOverrideStore: Sendable {
  /// Returns what is stored, or empty overrides if nothing is.
  ///
  /// - Returns: The overrides.
  /// - Throws: An error whose description is a sentence for people.
  func load() throws -> FlagOverrides

  /// Changes what is stored, in one step with respect to other threads and processes, and returns when it is stored.
  ///
  /// - Parameter change: Changes the overrides.
  /// - Throws: An error whose description is a sentence for people; nothing is changed then.
  func update(_ change: (inout FlagOverrides) -> Void) throws
}
