import Directory
import Foundation
import Networking

/// What is measured: the way of a list from the service to the rows.
enum Loading {
  struct NoAddress: Error {
    let text: String
  }

  static func url(_ text: String) throws -> URL {
    guard let url = URL(string: text) else { throw NoAddress(text: text) }
    return url
  }

  @MainActor
  static func viewModel(at url: URL) throws -> EmployeeListViewModel {
    let client = APIClient(api: DirectoryAPI(baseURL: url), transport: try SystemTransport.make())
    return EmployeeListViewModel(loadEmployees: LoadEmployees(repository: EmployeeService(client: client)))
  }

  /// The document itself.
  static func document(at url: URL) async throws -> Data {
    let request = HTTPRequest(url: url.appending(path: "employees.json"))
    return try await SystemTransport.make().send(request).body.collect(upTo: EmployeesEndpoint.sizeLimit)
  }
}

/// The same employees as the compiler decodes them, without a check of what is wrong: "decoding alone".
struct PlainEmployees: Decodable {
  struct Entry: Decodable {
    let uuid: UUID
    let fullName: String
    let emailAddress: String
    let team: String
    let employeeType: String
    let phoneNumber: String?
    let biography: String?
    let photoURLSmall: String?
    let photoURLLarge: String?

    enum CodingKeys: String, CodingKey {
      case uuid, team, biography
      case fullName = "full_name"
      case emailAddress = "email_address"
      case employeeType = "employee_type"
      case phoneNumber = "phone_number"
      case photoURLSmall = "photo_url_small"
      case photoURLLarge = "photo_url_large"
    }
  }

  let employees: [Entry]
}
