/// A malformed list entry, with the malformed key and the defect.
public struct MalformedEmployee: Error, Sendable, Hashable {
  enum Reason: Sendable, Hashable {
    /// The entry isn't a JSON object but another kind of value, such as "a number".
    case notAnObject(found: String)
    case missing
    case null
    case wrongKind(expected: String, found: String)
    case noUUID(String)
    case unknownType(String)
    /// An earlier entry has the same identifier; the associated value is its index, starting at 0.
    case duplicate(of: Int)
  }

  /// The entry's index in the list, starting at 0.
  let index: Int
  let uuid: String?
  let name: String?
  /// The malformed key in the service's JSON, or `nil` if the entry itself is malformed.
  let key: String?
  let reason: Reason

  init(index: Int, uuid: String? = nil, name: String? = nil, key: String? = nil, reason: Reason) {
    self.index = index
    self.uuid = uuid
    self.name = name
    self.key = key
    self.reason = reason
  }

  /// The entry's number, starting at 1, followed by its name and identifier if they are readable.
  var who: String {
    let parts = [name, uuid].compactMap { $0.map(Self.shortened) }.filter { !$0.isEmpty }
    return "Employee \(index + 1)" + (parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))")
  }

  var what: String {
    let place = key.map { "'\($0)'" } ?? "the entry"
    return switch reason {
    case .notAnObject(let found): "the entry is \(found), not an object"
    case .missing: "the key \(place) is missing"
    case .null: "\(place) is null"
    case .wrongKind(let expected, let found): "\(place) is \(found), not \(expected)"
    case .noUUID(let text): "\(place) isn't a UUID: '\(Self.shortened(text))'"
    case .unknownType(let text): "\(place) isn't FULL_TIME, PART_TIME or CONTRACTOR: '\(Self.shortened(text))'"
    case .duplicate(let first): "\(place) is the same as employee \(first + 1)'s"
    }
  }

  /// Returns text truncated to 60 characters, because external text can have any length.
  private static func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(59) + "…" : text }
}

extension MalformedEmployee: CustomStringConvertible {
  /// A sentence that describes the entry and its defect.
  public var description: String { "\(who): \(what)." }
}

/// The error for a list with at least one malformed entry.
public struct MalformedEmployees: Error, Sendable, Hashable {
  /// One or more malformed entries, in list order.
  let entries: [MalformedEmployee]
  let total: Int

  init?(entries: [MalformedEmployee], total: Int) {
    guard !entries.isEmpty else { return nil }
    self.entries = entries
    self.total = total
  }

  /// A sentence that describes the first malformed entry and gives the number of others.
  public var message: String {
    let first = entries[0].description
    guard entries.count > 1 else { return "The employee list is malformed. \(first)" }
    return "The employee list has \(entries.count) malformed entries out of \(total). \(first)"
  }
}
