import BasicsTesting
import Foundation
import Testing

@testable import Directory

@Suite("Employee search")
struct SearchTests {
  private static let people = [
    employee("Łukasz Żółkowski", team: "Core Platform", mail: "lz@example.com", biography: "Builds the ROOF"),
    employee("José Álvarez", team: "Café", type: .partTime, mail: "jose@example.org"),
    employee("Ana Core", team: "Web", type: .contractor, mail: "ana@example.com", biography: "Straße, 李小龙"),
    employee("李小龙", team: "core", mail: "li@example.com", biography: "platform"),
  ]

  private func found(_ query: String) throws -> [Int32] {
    EmployeeSearchIndex(try list(Self.people)).matches(SearchQuery(query)).positions
  }

  @Test(
    "searches names, teams, e-mail addresses and biographies, ignoring case, diacritics and word order",
    arguments: [
      ("", [0, 1, 2, 3]), ("   ", [0, 1, 2, 3]), ("lukasz", [0]), ("ŁUKASZ", [0]), ("zolk", [0]), ("jose", [1]),
      ("álvarez", [1]),
      ("cafe", [1]), ("core", [0, 2, 3]), ("core platform", [0, 3]), ("platform core", [0, 3]),
      (#""core platform""#, [0]),
      ("example.com", [0, 2, 3]), ("roof", [0]), ("strasse", [2]), ("小龙", [2, 3]), ("xyzzy", []),
      ("a b c d e f g h", []),
      ("ＣＯＲＥ", [0, 2, 3]), ("\"", [0, 1, 2, 3]), ("\u{0}", [0, 1, 2, 3]),
    ] as [(String, [Int32])]
  )
  func finds(query: String, positions: [Int32]) throws {
    #expect(try found(query) == positions)
  }

  @Test(
    "searches only one field for a word with a field prefix",
    arguments: [
      ("team:core", [0, 3]), ("TEAM:core", [0, 3]), ("name:core", [2]), ("team:\"core platform\"", [0]),
      ("type:full", [0, 3]),
      ("type:part-time", [1]), ("type:PART_TIME", [1]), ("type:time", []), ("type:contractor name:ana", [2]),
      ("email:org", [1]),
      ("bio:platform", [3]), ("team:", [0, 1, 2, 3]), ("type:", [0, 1, 2, 3]), ("phone:5", []), ("team:core ana", []),
    ] as [(String, [Int32])]
  )
  func findsInFields(query: String, positions: [Int32]) throws {
    #expect(try found(query) == positions)
  }

  @Test("doesn't match across the boundary between two fields")
  func keepsFieldsApart() throws {
    let list = try list([employee("Al", team: "pha", mail: "x@y"), employee("Be", team: "ta", mail: "x@y")])
    #expect(EmployeeSearchIndex(list).matches(SearchQuery("alpha")).positions.isEmpty)
    #expect(EmployeeSearchIndex(list).matches(SearchQuery("y be")).positions == [1])
  }

  @Test("finds the same employees with an incremental search as with a new search")
  func narrows() throws {
    var generator = SeededGenerator(seed: 11)
    let names = ["Ana", "Anna", "Åse", "Bo", "core", "Cörë", "team", "Zoë", "full", "李"]
    let people = (0..<200).map { _ in
      employee(
        (0..<2).map { _ in names.randomElement(using: &generator) ?? "" }.joined(separator: " "),
        team: names.randomElement(using: &generator) ?? "",
        type: EmployeeType.allCases.randomElement(using: &generator) ?? .fullTime
      )
    }
    let index = EmployeeSearchIndex(try list(people))
    var search = EmployeeSearch(index)
    let pieces = Array("anocreb zë李") + ["team:", "type:f", "name:", "\"", " "].flatMap { $0 }
    var text: [Character] = []
    for _ in 0..<LongTests.rounds(byDay: 500, byNight: 20_000) {
      if Int.random(in: 0..<3, using: &generator) == 0 {
        text = Array(text.dropLast(Int.random(in: 1...3, using: &generator)))
      } else {
        text.append(pieces.randomElement(using: &generator) ?? "a")
      }
      let query = SearchQuery(String(text))
      #expect(search.matches(query) == index.matches(query), "\(String(text))")
    }
  }

  @Test("accepts any search text, and finds each employee by the name's first letter")
  func anyText() throws {
    var generator = SeededGenerator(seed: 5)
    let scalars = "aAbB éÉßıIİñ\u{301}\u{200D}\u{202E}\u{1B}👩‍👧ﬁ李\u{0}:\"-".unicodeScalars.map { $0 }
    func random(_ length: Int) -> String {
      var text = String.UnicodeScalarView()
      for _ in 0..<length { text.append(scalars.randomElement(using: &generator) ?? "a") }
      return String(text)
    }
    let people = (0..<300).map { _ in employee(random(12), team: random(3), mail: "m", biography: random(20)) }
    let index = EmployeeSearchIndex(try list(people))
    for _ in 0..<LongTests.rounds(byDay: 100, byNight: 5_000) {
      let query = SearchQuery(random(4))
      let positions = index.matches(query).positions
      #expect(positions == positions.sorted())
      #expect(Set(positions).count == positions.count)
      for position in positions { _ = query.matches(in: people[Int(position)].fullName, of: .name) }
    }
    for position in people.indices {
      let name = people[position].fullName.filter { $0.isLetter && $0.isASCII }
      guard !name.isEmpty else { continue }
      #expect(
        index.matches(SearchQuery(people[position].fullName.first { $0.isLetter }.map(String.init) ?? "")).positions
          .contains(Int32(position))
      )
    }
  }

  @Test(
    "highlights matches as whole characters and merges overlapping matches",
    arguments: [
      ("jose", "José Álvarez", ["José"]), ("al jo", "José Álvarez", ["Jo", "Ál"]), ("os se", "José", ["osé"]),
      ("name:al", "Álvarez", ["Ál"]), ("team:al", "Álvarez", []), ("ss", "Straße", ["ß"]), ("s", "Straße", ["S", "ß"]),
      ("zolk lu", "Łukasz Żółkowski", ["Łu", "Żółk"]), ("aa", "aaaa", ["aaaa"]), ("", "x", []), ("x", "", []),
    ] as [(String, String, [String])]
  )
  func highlights(query: String, text: String, marked: [String]) {
    #expect(SearchQuery(query).matches(in: text, of: .name).map { String(text[$0]) } == marked)
  }
}

@Suite("Employee lookup")
struct EmployeeLookupTests {
  private static let people = [
    employee("José Álvarez", mail: "jose@example.com", id: .numbered(1)),
    employee("Jose Alvarado", mail: "j2@example.com"),
    employee("Bo Li", mail: "bo@example.com"), employee("Bo Lindqvist", mail: "BO2@example.com"),
    employee("Bo Li", team: "Web", mail: "bo3@example.com"), employee("Zoë", mail: "z@example.com"),
  ]

  private func names(_ who: String) throws -> [String] {
    switch EmployeeLookup(who, in: try list(Self.people)) {
    case .notFound: []
    case .found(let employee): [employee.fullName]
    case .ambiguous(let employees): employees.map(\.fullName)
    }
  }

  @Test(
    "finds an employee by identifier, then e-mail address, full name, and words in the name",
    arguments: [
      ("00000000-0000-4000-8000-000000000001", ["José Álvarez"]), ("00000000-0000-4000-8000-000000000009", []),
      ("JOSE@example.com", ["José Álvarez"]), ("bo2@example.com", ["Bo Lindqvist"]), ("jose alvarez", ["José Álvarez"]),
      ("  zoe ", ["Zoë"]), ("jose", ["Jose Alvarado", "José Álvarez"]), ("bo li", ["Bo Li", "Bo Li"]),
      ("bo", ["Bo Li", "Bo Li", "Bo Lindqvist"]), ("lind bo", ["Bo Lindqvist"]), ("", []), ("xyzzy", []),
      ("example", []),
    ]
  )
  func finds(who: String, expected: [String]) throws {
    #expect(try names(who) == expected)
  }
}
