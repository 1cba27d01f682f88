/// Why a list is refused as a whole: at least one of its entries is no employee.
public struct MalformedEmployees: Error, Sendable, Hashable {
  /// The entries that are none, in the order of the list; never empty.
  public let entries: [MalformedEmployee]
  /// How many entries the list has, good and bad.
  public let total: Int

  /// Makes the error; `nil` without any entry, since nothing is wrong then.
  public init?(entries: [MalformedEmployee], total: Int) {
    guard !entries.isEmpty else { return nil }
    self.entries = entries
    self.total = total
  }

  /// What is wrong with the first entry, and how many more are wrong, as a sentence.
  public var message: String {
    let first = entries[0].description
    guard entries.count > 1 else { return "The list of employees is malformed. \(first)" }
    return "The list of employees is malformed in \(entries.count) of \(total) entries. \(first)"
  }
}
