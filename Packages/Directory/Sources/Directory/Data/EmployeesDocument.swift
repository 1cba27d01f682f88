import Foundation

/// The service's document: `{"employees": […]}`.
struct EmployeesDocument: Decodable {
  /// The maximum number of entries: ten times as many as in the largest real lists, rounded up.
  static let entryLimit = 10_000
  static let entryLimitText = "10,000"

  /// The error for a list with more entries than ``entryLimit``.
  struct TooManyEntries: Error {}

  let reading: EmployeeReading

  private enum Key: String, CodingKey {
    case employees
  }

  static func reading(of data: Data) throws -> EmployeeReading {
    try JSONDecoder().decode(EmployeesDocument.self, from: data).reading
  }

  init(from decoder: any Decoder) throws {
    var entries = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .employees)
    guard entries.count ?? 0 <= Self.entryLimit else { throw TooManyEntries() }
    var reading = EmployeeReading()
    reading.employees.reserveCapacity(entries.count ?? 0)
    while !entries.isAtEnd {
      let index = entries.currentIndex
      // A null can't be decoded as an entry, so skip it here.
      if try entries.decodeNil() {
        reading.note(MalformedEmployee(index: index, reason: .notAnObject(found: "null")))
        continue
      }
      switch try entries.decode(EmployeeEntry.self) {
      case .employee(let employee): reading.note(employee, at: index)
      case .malformed(let entry): reading.note(entry)
      }
    }
    self.reading = reading
  }
}

extension EmployeeReading {
  /// Appends an employee; if an earlier entry was malformed, also records the employee's place in the source's list.
  fileprivate mutating func note(_ employee: Employee, at place: Int) {
    employees.append(employee)
    if !malformed.isEmpty { places.append(place) }
  }

  fileprivate mutating func note(_ entry: MalformedEmployee) {
    if malformed.isEmpty { places = Array(employees.indices) }
    malformed.append(entry)
  }
}

/// An entry in the service's list: an employee, or the reason why the entry is malformed.
///
/// Decoding an entry never throws.
enum EmployeeEntry: Decodable {
  case employee(Employee)
  case malformed(MalformedEmployee)

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

  /// The error for an invalid identifier or employment type; ``diagnosis(of:)`` then determines the details.
  private struct Unusable: Error {}

  /// Returns the defect in an entry, checking one key at a time.
  ///
  /// The decoder's own errors are less specific and differ between platforms.
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
      guard let text = text(key) else { return entry(key, .wrongKind(expected: "text", found: found.words)) }
      switch key {
      case .uuid where UUIDText.uuid(text) == nil: return entry(key, .noUUID(text))
      case .employeeType where EmployeeType(rawValue: text) == nil: return entry(key, .unknownType(text))
      default: continue
      }
    }
    return MalformedEmployee(index: index, reason: .notAnObject(found: JSONKind.unreadable.words))
  }
}

enum JSONKind: Decodable, Equatable {
  case null, bool, number, text, list, object, unreadable

  var words: String {
    switch self {
    case .null: "null"
    case .bool: "a Boolean"
    case .number: "a number"
    case .text: "text"
    case .list: "a list"
    case .object: "an object"
    case .unreadable: "a value that can't be read"
    }
  }

  init(from decoder: any Decoder) { self.init(of: decoder) }

  init(of decoder: any Decoder) {
    if let value = try? decoder.singleValueContainer() {
      if value.decodeNil() {
        self = .null
        return
      }
      if (try? value.decode(String.self)) != nil {
        self = .text
        return
      }
      if (try? value.decode(Bool.self)) != nil {
        self = .bool
        return
      }
      if (try? value.decode(Double.self)) != nil {
        self = .number
        return
      }
    }
    if (try? decoder.unkeyedContainer()) != nil {
      self = .list
    } else if (try? decoder.container(keyedBy: EmployeeEntry.Key.self)) != nil {
      self = .object
    } else {
      // Examples are text with an unpaired surrogate and a number too large for any type.
      self = .unreadable
    }
  }
}

/// A UUID parser (RFC 9562, section 4) that is four times as fast as `UUID(uuidString:)`.
private enum UUIDText {
  private static let hyphens = [8, 13, 18, 23]

  static func uuid(_ text: String) -> UUID? {
    var text = text
    return text.withUTF8 { source in
      guard source.count == 36 else { return nil }
      return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 16) { bytes in
        var index = 0
        for number in 0..<16 {
          if hyphens.contains(index) {
            guard source[index] == UInt8(ascii: "-") else { return nil }
            index += 1
          }
          guard let high = digit(source[index]), let low = digit(source[index + 1]) else { return nil }
          bytes[number] = high << 4 | low
          index += 2
        }
        return UUID(uuid: UnsafeRawBufferPointer(bytes).loadUnaligned(as: uuid_t.self))
      }
    }
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case 0x30...0x39: byte - 0x30
    case 0x41...0x46: byte - 0x41 + 10
    case 0x61...0x66: byte - 0x61 + 10
    default: nil
    }
  }
}
