import Foundation
import Networking

@testable import Directory

func employee(
  _ name: String,
  team: String = "Core",
  type: EmployeeType = .fullTime,
  mail: String? = nil,
  phone: String? = nil,
  biography: String? = nil,
  photo: String? = nil,
  id: UUID = UUID()
) -> Employee {
  Employee(
    id: id,
    fullName: name,
    emailAddress: mail ?? "\(name.lowercased().filter { $0.isLetter && $0.isASCII })@example.com",
    team: team,
    type: type,
    phoneNumber: phone,
    biography: biography,
    smallPhoto: photo.map(PhotoAddress.init),
    largePhoto: photo.map(PhotoAddress.init)
  )
}

extension UUID {
  static func numbered(_ number: UInt8) -> UUID {
    UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
  }
}

func list(_ employees: [Employee]) throws -> EmployeeList { try EmployeeList(EmployeeReading(employees: employees)) }

extension URL {
  static func test(_ text: String) -> URL {
    guard let url = URL(string: text) else { preconditionFailure("No URL: \(text)") }
    return url
  }
}
