public import Components
import Foundation

/// One employee as it is printed: everything that is known.
public struct EmployeeReport: Sendable, Encodable {
  private let employee: Employee

  /// Makes the report of an employee.
  public init(_ employee: Employee) { self.employee = employee }

  /// The lines to print; for pipes one record of all the service's values, divided by tabs, in the order of the JSON document of a list:
  /// uuid, name, team, type, e-mail address, phone number, biography, small photo, large photo.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout == .records else { return described.rendered(for: mode) }
    let record = EmployeeRecord(employee)
    return EmployeeRecord.Key.allCases.map { (record[$0] ?? "").sanitized(.singleLine) }.joined(separator: "\t")
      + "\n"
  }

  /// The object of a list's JSON document.
  public func encode(to encoder: any Encoder) throws { try EmployeeRecord(employee).encode(to: encoder) }

  private var described: DescribedTextGroup {
    let known: [(String, String?)] = [
      ("Name", employee.displayName),
      ("Team", employee.team),
      ("Type", employee.type.title),
      ("E-mail", employee.emailAddress),
      ("Phone", employee.phoneNumber.map { PhoneNumber($0).formatted }),
      ("Biography", employee.biography),
      ("Photo", employee.largePhoto?.text ?? employee.smallPhoto?.text),
      ("UUID", employee.id.uuidString.lowercased()),
    ]
    return DescribedTextGroup(
      known.compactMap { title, value in
        guard let value, !value.isEmpty else { return nil }
        return DescribedText(title, value)
      }
    )
  }
}
