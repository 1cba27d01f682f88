import Basics
import Components
public import Foundation

/// An export of employees to a file for other programs; the same employees always produce the same bytes.
public struct EmployeesExport: Sendable {
  private let employees: [Employee]
  private let photos: [Employee.ID: Data]
  private let version: VCardVersion

  /// Creates an export that keeps the employees' order.
  ///
  /// Photos and the vCard version affect only the vCard format.
  public init(_ employees: [Employee], photos: [Employee.ID: Data] = [:], version: VCardVersion = .version4) {
    self.employees = employees
    self.photos = photos
    self.version = version
  }

  /// Returns an employee's vCard in UTF-8.
  ///
  /// A vCard file is the concatenation of all its cards.
  public static func card(of employee: Employee, photo: Data?, version: VCardVersion = .version4) -> Data {
    VCardWriter.data(of: [employee], version: version) { _ in photo }
  }

  /// Returns the file content in UTF-8.
  public func data(as format: ExportFormat) -> Data {
    switch format {
    case .vcard: VCardWriter.data(of: employees, version: version) { photos[$0.id] }
    case .csv: csv
    case .json: EmployeesReport(employees).data
    }
  }

  /// The CSV document, with the service's keys as the header row and empty fields for missing values.
  ///
  /// Control characters become visible symbols, because CSV, unlike JSON, can't escape them, and a terminal would
  /// interpret them. Line feeds are kept.
  private var csv: Data {
    var text = CSV.row(EmployeeRecord.Key.allCases.map(\.rawValue))
    for employee in employees {
      let record = EmployeeRecord(employee)
      text += CSV.row(EmployeeRecord.Key.allCases.map { Self.cell(record[$0] ?? "") })
    }
    return Data(text.utf8)
  }

  private static func cell(_ text: String) -> String { CSV.guardingFormula(text.sanitized(.multiLine)) }
}

/// An export file format; the raw value is its name on the command line.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
  /// vCards, for address books.
  case vcard
  /// Comma-separated values (RFC 4180), for spreadsheets.
  case csv
  /// JSON with the service's keys, for programs.
  case json
}

/// An employee's values as text, keyed as in the service's JSON.
struct EmployeeRecord: Encodable {
  enum Key: String, CodingKey, CaseIterable {
    case uuid
    case fullName = "full_name"
    case team
    case employeeType = "employee_type"
    case emailAddress = "email_address"
    case phoneNumber = "phone_number"
    case biography
    case photoURLSmall = "photo_url_small"
    case photoURLLarge = "photo_url_large"
  }

  private let employee: Employee

  init(_ employee: Employee) { self.employee = employee }

  subscript(key: Key) -> String? {
    switch key {
    case .uuid: employee.id.uuidString.lowercased()
    case .fullName: employee.fullName
    case .team: employee.team
    case .employeeType: employee.type.rawValue
    case .emailAddress: employee.emailAddress
    case .phoneNumber: employee.phoneNumber
    case .biography: employee.biography
    case .photoURLSmall: employee.smallPhoto?.text
    case .photoURLLarge: employee.largePhoto?.text
    }
  }

  /// Encodes all keys, with null for missing values.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for key in Key.allCases { try container.encode(self[key], forKey: key) }
  }
}

/// Employees as JSON, `{"employees": […]}`, with all of the service's keys; `malformed` contains the omitted entries.
public struct EmployeesReport: Sendable, Encodable {
  private enum Key: String, CodingKey {
    case employees, malformed
  }

  private let employees: [Employee]
  private let malformed: [MalformedEmployee]

  /// Creates a report with employees in document order and the omitted entries.
  public init(_ employees: [Employee], malformed: [MalformedEmployee] = []) {
    self.employees = employees
    self.malformed = malformed
  }

  /// Encodes `employees`, and `malformed` unless it is empty.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(employees.map(EmployeeRecord.init), forKey: .employees)
    if !malformed.isEmpty { try container.encode(malformed.map(MalformedRecord.init), forKey: .malformed) }
  }

  /// The JSON document, with sorted keys and a final line feed.
  var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(self) + Data("\n".utf8)
    } catch {
      preconditionFailure("Couldn't encode the employees as JSON: \(error)")
    }
  }
}

/// A malformed entry as `{"index", "uuid", "full_name", "key", "message"}`, with an index that starts at 0.
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
