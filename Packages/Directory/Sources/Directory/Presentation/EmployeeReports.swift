public import Components
import Foundation

/// A printable employee report with all known values.
public struct EmployeeReport: Sendable, Encodable {
  private let employee: Employee

  /// Creates a report about an employee.
  public init(_ employee: Employee) { self.employee = employee }

  /// Returns the lines to print or, for pipes, one tab-separated record with all values from the service.
  ///
  /// A record contains the UUID, name, team, type, e-mail address, phone number, biography, and small and large photo.
  public func text(for mode: OutputMode) -> String {
    guard mode.layout == .records else { return described.rendered(for: mode) }
    let record = EmployeeRecord(employee)
    return EmployeeRecord.Key.allCases.map { (record[$0] ?? "").sanitized(.singleLine) }.joined(separator: "\t")
      + "\n"
  }

  /// Encodes the employee in the same form as in an employee list's JSON document.
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

/// A printable employee list: a table for terminals, records for pipes, or sentences for screen readers.
public struct EmployeeTableReport: Sendable {
  private let list: EmployeeList
  private let arrangement: EmployeeArrangement
  private let grouping: EmployeeGrouping

  /// Creates a report; piped output lists the employees in group order, without headings.
  public init(
    _ list: EmployeeList,
    matching matches: EmployeeMatches? = nil,
    groupedBy grouping: EmployeeGrouping,
    sortedBy sort: EmployeeSortOrder
  ) {
    self.list = list
    self.grouping = grouping
    arrangement = EmployeeArrangement(list, matching: matches, groupedBy: grouping, sortedBy: sort)
  }

  /// The employees in the order in which they are printed.
  public var employees: [Employee] { arrangement.positions.map { list.employees[Int($0)] } }

  /// Returns the lines to print, or an empty string if there are no employees.
  ///
  /// - Terminal: a table, with headings and counts if the employees are grouped. If names don't fit, columns are
  ///   omitted in this order: phone number, e-mail address, type, team.
  /// - Records: identifier, name, team, type, e-mail address and phone number, separated by tabs.
  /// - Linear: one line per group and one line per employee.
  public func text(for mode: OutputMode) -> String {
    guard arrangement.count > 0 else { return "" }
    return switch mode.layout {
    case .records: records(for: mode)
    case .terminal: grouped(table(arrangement.positions, width: mode.width).rendered(for: mode), headingLines: 1, mode)
    case .linear: grouped(table(arrangement.positions, width: mode.width).rendered(for: mode), headingLines: 0, mode)
    }
  }

  private func records(for mode: OutputMode) -> String {
    TextTable(
      columns: ["uuid", "full_name", "team", "employee_type", "email_address", "phone_number"].map { .init($0) },
      rows: employees.map { employee in
        [
          StyledText(employee.id.uuidString.lowercased()), StyledText(employee.fullName), StyledText(employee.team),
          StyledText(employee.type.rawValue), StyledText(employee.emailAddress), StyledText(employee.phoneNumber ?? ""),
        ]
      }
    )
    .rendered(for: mode)
  }

  /// Returns the name column's minimum width, which fits nearly all names in a narrow terminal.
  private static func nameWidth(at width: Int?) -> Int { (width ?? 80) < 80 ? 56 : 40 }

  /// Creates a single table for all groups, so their columns are aligned.
  private func table(_ positions: [Int32], width: Int?) -> TextTable {
    var columns: [(TextTable.Column, (Employee) -> String)] = [
      (.init("Name", isFlexible: true, minimumWidth: Self.nameWidth(at: width)), { $0.displayName }),
      (.init("Team", isFlexible: true, minimumWidth: 14, priority: 4), { $0.team }),
      (.init("Type", priority: 3), { $0.type.title }),
      (.init("E-mail", isFlexible: true, minimumWidth: 24, priority: 2), { $0.emailAddress }),
      (.init("Phone", priority: 1), { $0.phoneNumber.map { PhoneNumber($0).formatted } ?? "" }),
    ]
    switch grouping {
    case .team: columns.remove(at: 1)
    case .type: columns.remove(at: 2)
    case .none: break
    }
    return TextTable(
      columns: columns.map(\.0),
      rows: positions.map { position in columns.map { StyledText($0.1(list.employees[Int(position)])) } }
    )
  }

  /// Inserts a one-line group heading before each group's rows.
  private func grouped(_ table: String, headingLines: Int, _ mode: OutputMode) -> String {
    guard grouping != .none else { return table }
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false)
    var result = lines.prefix(headingLines).map { $0 + "\n" }.joined()
    for section in arrangement.sections {
      if mode.layout == .terminal { result += "\n" }
      result += heading(section.title, count: section.range.count, mode).encoded(for: mode.capabilities) + "\n"
      for line in lines[(section.range.lowerBound + headingLines)..<(section.range.upperBound + headingLines)] {
        result += line + "\n"
      }
    }
    return result
  }

  /// Returns a group's title and employee count on one line, with the title truncated in a narrow terminal.
  private func heading(_ title: String, count: Int, _ mode: OutputMode) -> StyledText {
    let title = StyledText((title.isEmpty ? "Without a name" : title).sanitized(.singleLine), .bold)
    let count = StyledText(" (\(count))")
    guard mode.layout == .terminal, let width = mode.width.map({ max($0, 1) }) else { return title + count }
    let room = max(width - count.displayWidth(mode.widthPolicy), 1)
    return (title.truncated(to: room, policy: mode.widthPolicy) + count).truncated(to: width, policy: mode.widthPolicy)
  }
}
