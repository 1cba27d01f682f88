import Foundation

/// Who is meant by a word: an identifier, an e-mail address, or a name that only one person has.
public enum EmployeeLookup: Sendable, Equatable {
  /// This one.
  case found(Employee)
  /// One of these, in the order of their names; more than one.
  case ambiguous([Employee])
  /// Nobody.
  case nobody

  /// Looks somebody up: by identifier, then by the whole address, then by the whole name, then by words of the name; without regard to
  /// case and diacritics.
  public init(_ who: String, in list: EmployeeList) {
    let who = who.trimmingCharacters(in: .whitespacesAndNewlines)
    if let id = UUID(uuidString: who) {
      self = list.employee(id).map(Self.found) ?? .nobody
      return
    }
    let wanted = TextFolder.folded(who)
    guard !wanted.isEmpty else {
      self = .nobody
      return
    }
    let all = list.nameOrder.lazy.map { list.employees[Int($0)] }
    for key in [\Employee.emailAddress, \Employee.fullName] {
      let same = all.filter { TextFolder.folded($0[keyPath: key]) == wanted }
      if !same.isEmpty {
        self = Self.one(of: Array(same))
        return
      }
    }
    let words = who.split(whereSeparator: \.isWhitespace).map { BytePattern(TextFolder.folded(String($0))) }
    let similar = all.filter { employee in
      TextFolder.folded(employee.fullName).withUnsafeBytes { name in
        words.allSatisfy { $0.firstMatch(in: name) != nil }
      }
    }
    self = Self.one(of: Array(similar))
  }

  private static func one(of employees: [Employee]) -> EmployeeLookup {
    switch employees.count {
    case 0: .nobody
    case 1: .found(employees[0])
    default: .ambiguous(employees)
    }
  }
}
