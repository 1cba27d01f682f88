/// An entry of the service's list: an employee, or why it is none.
///
/// Decoding never fails, so that the entries after a malformed one can be read.
enum EmployeeEntry: Decodable {
  case employee(Employee)
  case malformed(MalformedEmployee)

  /// The service's keys.
  enum Key: String, CodingKey, CaseIterable {
    case uuid
    case fullName = "full_name"
    case emailAddress = "email_address"
    case team
    case employeeType = "employee_type"
    case phoneNumber = "phone_number"
    case biography
    case photoURLSmall = "photo_url_small"
    case photoURLLarge = "photo_url_large"

    var isRequired: Bool {
      switch self {
      case .uuid, .fullName, .emailAddress, .team, .employeeType: true
      case .phoneNumber, .biography, .photoURLSmall, .photoURLLarge: false
      }
    }
  }

  init(from decoder: any Decoder) throws {
    do {
      self = .employee(try Self.employee(decoder))
    } catch {
      self = .malformed(Self.diagnosis(of: decoder))
    }
  }

  private static func employee(_ decoder: any Decoder) throws -> Employee {
    let container = try decoder.container(keyedBy: Key.self)
    guard let id = UUIDText.uuid(try container.decode(String.self, forKey: .uuid)),
      let type = EmployeeType(rawValue: try container.decode(String.self, forKey: .employeeType))
    else { throw Unusable() }
    return Employee(
      id: id,
      fullName: try container.decode(String.self, forKey: .fullName),
      emailAddress: try container.decode(String.self, forKey: .emailAddress),
      team: try container.decode(String.self, forKey: .team),
      type: type,
      phoneNumber: try container.decodeIfPresent(String.self, forKey: .phoneNumber),
      biography: try container.decodeIfPresent(String.self, forKey: .biography),
      smallPhoto: try container.decodeIfPresent(String.self, forKey: .photoURLSmall).map(PhotoAddress.init),
      largePhoto: try container.decodeIfPresent(String.self, forKey: .photoURLLarge).map(PhotoAddress.init)
    )
  }

  /// A text that is there and means nothing; what it is, the diagnosis says.
  private struct Unusable: Error {}

  /// Looks at one key after the other: the decoder's own errors say less, and say it in another way on every platform.
  private static func diagnosis(of decoder: any Decoder) -> MalformedEmployee {
    let index = decoder.codingPath.last?.intValue ?? 0
    guard let container = try? decoder.container(keyedBy: Key.self) else {
      return MalformedEmployee(index: index, reason: .notAnObject(found: JSONKind(of: decoder).words))
    }
    func text(_ key: Key) -> String? { try? container.decode(String.self, forKey: key) }
    func entry(_ key: Key, _ reason: MalformedEmployee.Reason) -> MalformedEmployee {
      MalformedEmployee(index: index, uuid: text(.uuid), name: text(.fullName), key: key.rawValue, reason: reason)
    }
    for key in Key.allCases {
      guard let found = try? container.decode(JSONKind.self, forKey: key), found != .null else {
        if !key.isRequired { continue }
        return entry(key, container.contains(key) ? .null : .missing)
      }
      guard let text = text(key) else { return entry(key, .wrongKind(expected: "a text", found: found.words)) }
      switch key {
      case .uuid where UUIDText.uuid(text) == nil: return entry(key, .noUUID(text))
      case .employeeType where EmployeeType(rawValue: text) == nil: return entry(key, .unknownType(text))
      default: continue
      }
    }
    return MalformedEmployee(index: index, reason: .notAnObject(found: JSONKind.unreadable.words))
  }
}
