import Basics
public import Foundation

/// Employees as a file of another program's format; the same employees always give the same bytes.
public struct EmployeesExport: Sendable {
  private let employees: [Employee]
  private let photos: [Employee.ID: Data]
  private let version: VCardVersion

  /// Creates an export in the order of the employees; only vCards contain the photos and have a version.
  public init(_ employees: [Employee], photos: [Employee.ID: Data] = [:], version: VCardVersion = .version4) {
    self.employees = employees
    self.photos = photos
    self.version = version
  }

  /// One employee's vCard in UTF-8; the concatenated cards of all employees are the file.
  public static func card(of employee: Employee, photo: Data?, version: VCardVersion = .version4) -> Data {
    VCardWriter.data(of: [employee], version: version) { _ in photo }
  }

  /// The file, in UTF-8.
  public func data(as format: ExportFormat) -> Data {
    switch format {
    case .vcard: VCardWriter.data(of: employees, version: version) { photos[$0.id] }
    case .csv: csv
    case .json: EmployeesReport(employees).data
    }
  }

  /// A row of the service's keys, then a row for each employee; missing values are empty.
  private var csv: Data {
    var text = CSV.row(EmployeeRecord.Key.allCases.map(\.rawValue))
    for employee in employees {
      let record = EmployeeRecord(employee)
      text += CSV.row(EmployeeRecord.Key.allCases.map { CSV.guardingFormula(record[$0] ?? "") })
    }
    return Data(text.utf8)
  }
}

/// An export format; the raw value is the word for command lines.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
  /// vCard, for address books.
  case vcard
  /// Comma-separated values (RFC 4180), for spreadsheets.
  case csv
  /// The service's own keys, for programs.
  case json
}

/// An employee under the service's keys, as text.
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

  /// All keys, those without a value as null.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    for key in Key.allCases { try container.encode(self[key], forKey: key) }
  }
}

/// Employees as a JSON document: `{"employees": […]}` with the service's keys, all of them in every entry.
///
/// If entries were left out, `malformed` lists them with the reasons.
public struct EmployeesReport: Sendable, Encodable {
  private enum Key: String, CodingKey {
    case employees, malformed
  }

  private let employees: [Employee]
  private let malformed: [MalformedEmployee]

  /// Creates a report with the employees in the document's order and the omitted entries.
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
  var data: Data {
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
