public import Foundation

/// Employees as a file of another program's format; the same employees always give the same bytes.
public struct EmployeesExport: Sendable {
  private let employees: [Employee]
  private let photos: [Employee.ID: Data]

  /// Makes an export.
  ///
  /// - Parameters:
  ///   - employees: Whom, in the order of the file.
  ///   - photos: The pictures to put into vCards, as files; other formats have the addresses only.
  public init(_ employees: [Employee], photos: [Employee.ID: Data] = [:]) {
    self.employees = employees
    self.photos = photos
  }

  /// One employee's card (vCard 4.0), for exports that are too large for memory; the cards of all, one after the other, are the file.
  ///
  /// - Parameters:
  ///   - employee: The employee.
  ///   - photo: The picture to put into the card, as a file.
  /// - Returns: The card, in UTF-8.
  public static func card(of employee: Employee, photo: Data?) -> Data {
    VCardWriter.data(of: [employee]) { _ in photo }
  }

  /// The file, in UTF-8.
  public func data(as format: ExportFormat) -> Data {
    switch format {
    case .vcard: VCardWriter.data(of: employees) { photos[$0.id] }
    case .csv: CSVWriter.data(of: employees)
    case .json: EmployeesReport(employees).data
    }
  }
}
