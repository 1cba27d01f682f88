/// One entry of the list that is no employee: which one, which key, and why.
public struct MalformedEmployee: Error, Sendable, Hashable {
  enum Reason: Sendable, Hashable {
    /// The entry itself is no JSON object, but the kind of value that is named.
    case notAnObject(found: String)
    case missing
    case null
    case wrongKind(expected: String, found: String)
    case noUUID(String)
    case unknownType(String)
    /// An earlier entry has the same identifier; its place is counted from 0.
    case duplicate(of: Int)
  }

  /// The place in the list, counted from 0.
  let index: Int
  let uuid: String?
  let name: String?
  /// The key of the service's JSON that is wrong; `nil` where the whole entry is.
  let key: String?
  let reason: Reason

  init(index: Int, uuid: String? = nil, name: String? = nil, key: String? = nil, reason: Reason) {
    self.index = index
    self.uuid = uuid
    self.name = name
    self.key = key
    self.reason = reason
  }

  /// Which entry, as people count, and whose, as far as that can be read.
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
    case .noUUID(let text): "\(place) is no UUID: '\(Self.shortened(text))'"
    case .unknownType(let text): "\(place) is none of FULL_TIME, PART_TIME and CONTRACTOR: '\(Self.shortened(text))'"
    case .duplicate(let first): "\(place) is the one of employee \(first + 1), too"
    }
  }

  /// Texts from outside may be of any length; the sentence is for people.
  private static func shortened(_ text: String) -> String { text.count > 60 ? text.prefix(59) + "…" : text }
}

extension MalformedEmployee: CustomStringConvertible {
  /// The entry and its defect, as a sentence.
  public var description: String { "\(who): \(what)." }
}

/// The error for a list with at least one malformed entry, which is refused as a whole.
public struct MalformedEmployees: Error, Sendable, Hashable {
  /// The entries that are none, in the order of the list; never empty.
  let entries: [MalformedEmployee]
  let total: Int

  /// Creates the error; `nil` without malformed entries.
  init?(entries: [MalformedEmployee], total: Int) {
    guard !entries.isEmpty else { return nil }
    self.entries = entries
    self.total = total
  }

  /// A sentence about the first malformed entry and the number of the others.
  public var message: String {
    let first = entries[0].description
    guard entries.count > 1 else { return "The list of employees is malformed. \(first)" }
    return "The list of employees is malformed in \(entries.count) of \(total) entries. \(first)"
  }
}
