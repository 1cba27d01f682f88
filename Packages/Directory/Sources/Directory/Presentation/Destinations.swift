public import Foundation
public import Navigation

/// The directory's list; the link `directory` leads here.
public struct EmployeeDirectory: Destination {
  /// The name of the place.
  public static let id: DestinationID = "directory"

  /// Makes the destination.
  public init() {}
}

/// The page of one employee; the link `directory/<uuid>` leads here, with the list below it.
public struct EmployeePage: Destination {
  /// The name of the place.
  public static let id: DestinationID = "directory.employee"

  /// The identifier, in small letters.
  public let uuid: String

  /// Makes the destination of an employee.
  public init(_ id: Employee.ID) { uuid = id.uuidString.lowercased() }

  /// The identifier; `nil` for a link with another text.
  var employeeID: Employee.ID? { UUID(uuidString: uuid) }

  /// Another employee is another place.
  public func isSamePlace(as other: EmployeePage) -> Bool { employeeID == other.employeeID }
}
