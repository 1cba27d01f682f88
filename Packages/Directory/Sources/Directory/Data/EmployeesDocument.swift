import Foundation

/// The service's document: `{"employees": […]}`.
struct EmployeesDocument: Decodable {
  let reading: EmployeeReading

  private enum Key: String, CodingKey {
    case employees
  }

  /// Reads a document; what is wrong with single entries is part of the result.
  ///
  /// - Throws: What the decoder throws about the document as a whole.
  static func reading(of data: Data) throws -> EmployeeReading {
    try JSONDecoder().decode(EmployeesDocument.self, from: data).reading
  }

  init(from decoder: any Decoder) throws {
    var entries = try decoder.container(keyedBy: Key.self).nestedUnkeyedContainer(forKey: .employees)
    var reading = EmployeeReading()
    reading.employees.reserveCapacity(entries.count ?? 0)
    while !entries.isAtEnd {
      let index = entries.currentIndex
      // A null is no value to decode, and has to be stepped over.
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
  /// Places are kept only from the first gap on: a list without one needs none.
  fileprivate mutating func note(_ employee: Employee, at place: Int) {
    employees.append(employee)
    if !malformed.isEmpty { places.append(place) }
  }

  fileprivate mutating func note(_ entry: MalformedEmployee) {
    if malformed.isEmpty { places = Array(employees.indices) }
    malformed.append(entry)
  }
}
