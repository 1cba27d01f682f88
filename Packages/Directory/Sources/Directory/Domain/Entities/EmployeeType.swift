/// How somebody is employed; the raw value is the service's.
public enum EmployeeType: String, Sendable, Hashable, CaseIterable {
  /// Full-time.
  case fullTime = "FULL_TIME"
  /// Part-time.
  case partTime = "PART_TIME"
  /// Contracted.
  case contractor = "CONTRACTOR"

  /// The word for command lines and searches: `full-time`, `part-time` or `contractor`.
  public var word: String {
    switch self {
    case .fullTime: "full-time"
    case .partTime: "part-time"
    case .contractor: "contractor"
    }
  }

  /// The words for people.
  public var title: String {
    switch self {
    case .fullTime: "Full-time"
    case .partTime: "Part-time"
    case .contractor: "Contractor"
    }
  }

  /// Where it stands among the types: in the order in which they are declared.
  var rank: Int {
    switch self {
    case .fullTime: 0
    case .partTime: 1
    case .contractor: 2
    }
  }
}
