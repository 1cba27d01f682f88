/// Where employees come from.
public protocol EmployeeRepository: Sendable {
  /// Reads all entries, the good ones and the others; never from a disk cache.
  ///
  /// - Returns: What the source has, in its order.
  /// - Throws: Why there is no list at all.
  func readEmployees() async throws(DirectoryError) -> EmployeeReading
}

/// What a source has: the employees, and the entries that are none.
public struct EmployeeReading: Sendable {
  /// The employees in the order of the source; identifiers may be there twice.
  public var employees: [Employee]
  /// The place of each employee in the list, counted from 0; empty where no entry is missing, and places are positions.
  public var places: [Int]
  /// The entries that are no employees.
  public var malformed: [MalformedEmployee]

  /// Makes a reading.
  public init(employees: [Employee] = [], places: [Int] = [], malformed: [MalformedEmployee] = []) {
    self.employees = employees
    self.places = places
    self.malformed = malformed
  }
}
