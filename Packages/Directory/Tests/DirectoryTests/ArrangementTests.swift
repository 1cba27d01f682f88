import BasicsTesting
import Foundation
import Testing

@testable import Directory

@Suite("Employee arrangement")
struct ArrangementTests {
  private func names(_ arrangement: EmployeeArrangement, _ list: EmployeeList) -> [String] {
    arrangement.positions.map { list.employees[Int($0)].fullName }
  }

  private func sections(_ arrangement: EmployeeArrangement, _ list: EmployeeList) -> [String] {
    arrangement.sections.map { section in
      let names = arrangement.positions[section.range].map { list.employees[Int($0)].fullName }
      return "\(section.title): \(names.joined(separator: ", "))"
    }
  }

  @Test("sorts numbers in names by value, and ignores case and diacritics")
  func sortsNames() throws {
    let expected = [
      "aaron", "Åke", "Ali 2", "Ali 10", "Ali 010b", "alina", "Alína B", "Beáta", "Bo", "Łukasz", "Lulu", "李", "Иван",
    ]
    let list = try list(expected.reversed().map { employee($0) })
    let sorted = names(EmployeeArrangement(list, groupedBy: .none), list)
    #expect(Array(sorted.prefix(11)) == Array(expected.prefix(11)))
  }

  @Test("sorts names with the same alphabet in the order of Foundation's standard comparison")
  func agreesWithFoundation() throws {
    var generator = SeededGenerator(seed: 3)
    let syllables = ["an", "Be", "cé", "Du", "el", "fi", "GO", "há", "ig", "ju", "Ko", "lü", "mi", " ", "2", "10", "7"]
    let words = (0..<400).map { _ in
      "x"
        + (0..<Int.random(in: 1...5, using: &generator)).map { _ in syllables.randomElement(using: &generator) ?? "" }
        .joined()
    }
    let list = try list(words.map { employee($0) })
    let sorted = names(EmployeeArrangement(list, groupedBy: .none), list)
    #expect(sorted.count == 400)
    for (left, right) in zip(sorted, sorted.dropFirst()) {
      let options: String.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .numeric]
      #expect(left.compare(right, options: options) != .orderedDescending, "\(left) before \(right)")
    }
  }

  @Test("arranges employees with equal names independently of the service's order")
  func isDeterministic() throws {
    let people = (1...40).map { employee($0 % 3 == 0 ? "Bo Li" : "Person \($0 % 7)", id: .numbered(UInt8($0))) }
    let one = try list(people)
    let other = try list(people.reversed())
    let ids = { (list: EmployeeList) in
      EmployeeArrangement(list, groupedBy: .none).positions.map { list.employees[Int($0)].id }
    }
    #expect(ids(one) == ids(other))
  }

  @Test("groups employees by team, by type or not at all, and sorts them within each group")
  func groups() throws {
    let list = try list([
      employee("Cy", team: "web", type: .contractor), employee("Al", team: "Core", type: .partTime),
      employee("Bo", team: "Web", type: .fullTime), employee("Di", team: "Core", type: .fullTime),
      employee("Ed", team: "Café 10", type: .fullTime), employee("Fi", team: "Cafe 9", type: .contractor),
    ])
    let byTeam = EmployeeArrangement(list, groupedBy: .team, sortedBy: .name)
    #expect(sections(byTeam, list) == ["Cafe 9: Fi", "Café 10: Ed", "Core: Al, Di", "Web: Bo", "web: Cy"])
    let byType = EmployeeArrangement(list, groupedBy: .type, sortedBy: .team)
    #expect(sections(byType, list) == ["Full-time: Ed, Di, Bo", "Part-time: Al", "Contractor: Fi, Cy"])
    #expect(
      sections(EmployeeArrangement(list, groupedBy: .none, sortedBy: .type), list) == [": Bo, Di, Ed, Al, Cy, Fi"]
    )
    let inTeams = EmployeeArrangement(list, groupedBy: .team, sortedBy: .type)
    #expect(sections(inTeams, list)[2] == "Core: Di, Al")
  }

  @Test("creates sections only for groups with matching employees")
  func filters() throws {
    let none = try list([])
    #expect(EmployeeArrangement(none).sections.isEmpty)
    #expect(EmployeeArrangement(none).count == 0)
    let list = try list([employee("Al"), employee("Bo", team: "Web"), employee("Cy", team: "Web")])
    let filter = EmployeeFilter(search: SearchQuery("bo"))
    let arrangement = EmployeeArrangement(list, matching: filter.matches(in: list), groupedBy: .team)
    #expect(sections(arrangement, list) == ["Web: Bo"])
  }

  @Test("filters employees by full team names and exact types")
  func appliesFilters() throws {
    let list = try list([
      employee("Al", team: "Café"), employee("Bo", team: "Cafeteria"), employee("Cy", team: "café", type: .contractor),
    ])
    let filter = EmployeeFilter(teams: ["CAFE", "Nowhere"], types: [.fullTime])
    #expect(filter.matches(in: list)?.positions == [0])
    #expect(filter.unknownTeams(in: list) == ["Nowhere"])
    #expect(EmployeeFilter().matches(in: list) == nil)
  }
}
