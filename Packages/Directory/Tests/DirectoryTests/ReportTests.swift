import Components
import Foundation
import Testing

@testable import Directory

@Suite("Printed employees")
struct ReportTests {
  private static let people = [
    employee(
      "Ana Ñandú",
      team: "Core",
      mail: "ana@example.com",
      phone: "5556661234",
      biography: "Tea,\nmore tea",
      id: .numbered(1)
    ),
    employee("Bo Li", team: "Web", type: .contractor, mail: "bo@example.com", id: .numbered(2)),
    employee("Cy\tX\u{1B}[1m", team: "Core", type: .partTime, mail: "cy@example.com", id: .numbered(3)),
  ]

  private func text(_ mode: OutputMode, by grouping: EmployeeGrouping = .team) throws -> String {
    EmployeeTableReport(try list(Self.people), groupedBy: grouping, sortedBy: .name).text(for: mode)
  }

  @Test("prints an aligned employee table with group headings and counts on a terminal")
  func isATable() throws {
    #expect(
      try text(OutputMode(layout: .terminal, width: 80)) == """
        Name       Type        E-mail           Phone

        Core (2)
        Ana Ñandú  Full-time   ana@example.com  (555) 666-1234
        Cy X␛[1m   Part-time   cy@example.com

        Web (1)
        Bo Li      Contractor  bo@example.com

        """
    )
    #expect(try text(OutputMode(layout: .terminal, width: 80), by: .none).split(separator: "\n").count == 4)
  }

  @Test(
    "omits phone number, e-mail address, type and team, in this order, if names don't fit",
    arguments: [
      (104, ["Name", "Team", "Type", "E-mail", "Phone"]), (80, ["Name", "Team", "Type", "E-mail"]),
      (60, ["Name", "Team", "Type"]), (46, ["Name", "Team"]), (30, ["Name"]),
    ]
  )
  func leavesOut(width: Int, headings: [String]) throws {
    let people = [
      employee(
        "Maximiliana Featherstonehaugh",
        team: "Infrastructure",
        mail: "m.feather@example.com",
        phone: "5556661234"
      ),
      employee("Bo Li", team: "Web", mail: "bo@example.com"),
    ]
    let report = EmployeeTableReport(try list(people), groupedBy: .none, sortedBy: .name)
    let lines = report.text(for: OutputMode(layout: .terminal, width: width)).split(separator: "\n").map(String.init)
    #expect(lines[0].split(separator: " ").map(String.init) == headings)
    #expect(lines.count == 3)
    #expect(lines.contains { $0.hasPrefix("Maximiliana Featherstonehaugh") })
    #expect(lines.allSatisfy { $0.displayWidth() <= width })
    // A pipe receives all values.
    let record = report.text(for: OutputMode(layout: .records, width: width))
    #expect(record.contains("Maximiliana Featherstonehaugh\tInfrastructure\tFULL_TIME\tm.feather@example.com\t"))
  }

  @Test("prints employees within the terminal width", arguments: [1, 10, 20, 40, 60])
  func fits(width: Int) throws {
    for line in try text(OutputMode(layout: .terminal, width: width)).split(separator: "\n") {
      #expect(line.displayWidth() <= width)
    }
  }

  @Test("shortens a group heading to one line without losing the employee count")
  func groupHeading() throws {
    let people = [employee("Ana", team: "Research\nand Development of Everything", mail: "ana@example.com")]
    let report = EmployeeTableReport(try list(people), groupedBy: .team, sortedBy: .name)
    let narrow = report.text(for: OutputMode(layout: .terminal, width: 20)).split(separator: "\n")
    #expect(narrow.contains("Research and De… (1)"))
    let wide = report.text(for: OutputMode(layout: .terminal, width: 80)).split(separator: "\n")
    #expect(wide.contains("Research and Development of Everything (1)"))
  }

  @Test("prints one record per employee when piped, with complete values that contain no separators")
  func areRecords() throws {
    #expect(
      try text(.records) == """
        00000000-0000-4000-8000-000000000001\tAna Ñandú\tCore\tFULL_TIME\tana@example.com\t5556661234
        00000000-0000-4000-8000-000000000003\tCy X␛[1m\tCore\tPART_TIME\tcy@example.com\t
        00000000-0000-4000-8000-000000000002\tBo Li\tWeb\tCONTRACTOR\tbo@example.com\t

        """
    )
  }

  @Test("prints employees as sentences in the linear layout")
  func areSentences() throws {
    #expect(
      try text(.linear) == """
        Core (2)
        Name: Ana Ñandú, Type: Full-time, E-mail: ana@example.com, Phone: (555) 666-1234
        Name: Cy X␛[1m, Type: Part-time, E-mail: cy@example.com
        Web (1)
        Name: Bo Li, Type: Contractor, E-mail: bo@example.com

        """
    )
  }

  @Test("prints nothing if there are no employees")
  func areNothing() throws {
    for mode in [OutputMode.records, .linear, .terminal(width: 80)] {
      #expect(EmployeeTableReport(try list([]), groupedBy: .team, sortedBy: .name).text(for: mode).isEmpty)
    }
  }

  @Test("prints all known values for a single employee")
  func areOne() throws {
    let report = EmployeeReport(Self.people[0])
    let linear = report.text(for: .linear)
    for words in ["Name: Ana Ñandú", "Team: Core", "Phone: (555) 666-1234", "Biography: Tea,", "UUID: 00000000-"] {
      #expect(linear.contains(words), "\(words)")
    }
    #expect(!linear.contains("Photo"))
    let fields = report.text(for: .records).split(separator: "\t", omittingEmptySubsequences: false)
    #expect(fields.count == 9)
    #expect(report.text(for: .records).count { $0 == "\n" } == 1)
    let object = try JSONSerialization.jsonObject(with: JSONEncoder().encode(report)) as? [String: Any]
    #expect(object?["full_name"] as? String == "Ana Ñandú")
    #expect(object?.count == 9)
  }
}
