import CommandLine
import Directory

enum EmployeeTypeWord: String, CaseIterable {
  case fullTime = "full-time"
  case partTime = "part-time"
  case contractor

  var type: EmployeeType {
    switch self {
    case .fullTime: .fullTime
    case .partTime: .partTime
    case .contractor: .contractor
    }
  }
}

enum ExportedPhotos: String, CaseIterable {
  case small, large
}

extension Option where Value == String? {
  static var employeeSearch: Self {
    .optional(
      "search",
      .text(expectation: "words to search for", example: "team:core"),
      placeholder: "TEXT",
      summary:
        "Only employees matching all words; prefix a word with team:, type:, name:, email: or bio: to search one field.",
      isCommon: true
    )
  }

  static var employeeFile: Self {
    .optional(
      "from",
      .file,
      placeholder: "FILE",
      summary: "Read the list from a file in the service's format, or from standard input (-).",
      excludes: ["scenario"]
    )
  }

  static var exportFile: Self {
    .optional(
      "output",
      short: "o",
      .file,
      placeholder: "FILE",
      summary: "Write to a file instead of standard output.",
      isCommon: true
    )
  }
}

extension Option where Value == [String] {
  static var team: Self {
    .repeated(
      "team",
      .text.suggesting(of: .teams),
      placeholder: "TEAM",
      summary: "Only employees on this team.",
      isCommon: true
    )
  }
}

extension Option where Value == [EmployeeTypeWord] {
  static var employeeType: Self {
    .repeated("type", .choice(), placeholder: "TYPE", summary: "Only employees with this employment type.")
  }
}

extension Option where Value == EmployeeGrouping {
  static var groupBy: Self {
    .value("group-by", .choice(), placeholder: "WHAT", default: "team", summary: "Group employees by team or type.")
  }
}

extension Option where Value == EmployeeSortOrder {
  static var employeeSort: Self {
    .value(
      "sort",
      .choice(),
      placeholder: "WHAT",
      default: "name",
      summary: "Sort order within a group."
    )
  }
}

extension Option where Value == DirectoryScenario? {
  static var scenario: Self {
    .optional(
      "scenario",
      .directoryScenario,
      placeholder: "NAME",
      summary: "Employee list to request: normal, malformed (error), empty or random.",
      defaultText: "the directory_scenario setting"
    )
  }
}

extension ValueRule where Value == DirectoryScenario {
  /// A rule for directory scenarios.
  ///
  /// The rule also accepts `malformed`, the former name of `error`.
  static var directoryScenario: Self {
    let words = ValueRule.choice(of: DirectoryScenario.self)
    return Self(expectation: words.expectation, example: words.example, choices: words.choices) {
      word throws(ValidationError) in word == "malformed" ? .malformed : try words.parse(word)
    }
  }
}

extension Option where Value == Bool {
  static var lenient: Self {
    .flag("lenient", summary: "Skip malformed entries instead of rejecting the whole list.")
  }
}

extension Option where Value == ExportFormat {
  static var exportFormat: Self {
    .required("format", .choice(), placeholder: "FORMAT", summary: "Export format.")
  }
}

extension Option where Value == VCardVersion? {
  static var vcardVersion: Self {
    .optional(
      "vcard-version",
      .choice(),
      placeholder: "VERSION",
      summary: "vCard version; more phones support 3.0.",
      defaultText: VCardVersion.version4.rawValue
    )
  }
}

extension Option where Value == ExportedPhotos? {
  static var exportedPhotos: Self {
    .optional("photos", .choice(), placeholder: "SIZE", summary: "Include small or large photos in vCards.")
  }
}

extension Argument where Value == String {
  static var who: Self {
    .required(
      "WHO",
      .text(expectation: "a UUID, an e-mail address or a name", example: "jane@example.com").suggesting(of: .employees),
      summary: "UUID, e-mail address, or unambiguous name."
    )
  }
}
