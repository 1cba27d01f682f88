import Foundation

/// An employee under the service's keys, as text.
struct EmployeeRecord: Encodable {
  /// The keys, in the order in which they are written.
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
