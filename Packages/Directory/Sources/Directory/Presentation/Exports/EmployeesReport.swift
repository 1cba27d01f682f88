public import Foundation

/// Employees as a JSON document: `{"employees": […]}` with the service's keys, all of them in every entry.
///
/// Where entries were left out, `malformed` says which and why.
public struct EmployeesReport: Sendable, Encodable {
  private enum Key: String, CodingKey {
    case employees, malformed
  }

  private let employees: [Employee]
  private let malformed: [MalformedEmployee]

  /// Makes a report.
  ///
  /// - Parameters:
  ///   - employees: Whom, in the order of the document.
  ///   - malformed: The entries that were left out.
  public init(_ employees: [Employee], malformed: [MalformedEmployee] = []) {
    self.employees = employees
    self.malformed = malformed
  }

  /// Writes `employees`, and `malformed` if there are any.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(employees.map(EmployeeRecord.init), forKey: .employees)
    if !malformed.isEmpty { try container.encode(malformed.map(MalformedRecord.init), forKey: .malformed) }
  }

  /// The document as a file with sorted keys and a line feed at its end.
  public var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(self) + Data("\n".utf8)
    } catch {
      preconditionFailure("Texts could not be written as JSON: \(error)")
    }
  }
}

/// `{"index", "uuid", "full_name", "key", "message"}` of an entry that is no employee; the index counts from 0.
private struct MalformedRecord: Encodable {
  private enum Key: String, CodingKey {
    case index, uuid, key, message
    case fullName = "full_name"
  }

  let entry: MalformedEmployee

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(entry.index, forKey: .index)
    try container.encode(entry.uuid, forKey: .uuid)
    try container.encode(entry.name, forKey: .fullName)
    try container.encode(entry.key, forKey: .key)
    try container.encode(entry.description, forKey: .message)
  }
}
