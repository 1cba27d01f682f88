import BasicsTesting
import Components
import Foundation
import Testing

@testable import Directory

@Suite("Employee exports")
struct ExportTests {
  private static let hostile = [
    "plain", "", "semi;colon,comma\\back", "line\nfeed\r\nreturn\r", "\u{1B}]0;title\u{7}\u{9B}31m", "quote\"d",
    "\u{202E}bidi\u{200B}",
    "=HYPERLINK(\"x\")", String(repeating: "ä😀", count: 3_000), "\u{0}\t\u{7F}", "BEGIN:VCARD\r\nEND:VCARD",
    "\u{2028}\u{85}",
    String(repeating: "e\u{301}", count: 200), "trailing ", " leading",
  ]

  private func text(_ employees: [Employee], _ format: ExportFormat, photos: [UUID: Data] = [:]) -> String {
    String(decoding: EmployeesExport(employees, photos: photos).data(as: format), as: UTF8.self)
  }

  /// Returns a vCard's lines (RFC 6350), unfolded and split at the first colon.
  private func lines(_ text: String) throws -> [(name: String, value: String)] {
    #expect(text.hasSuffix("\r\n"))
    let unfolded = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    var lines: [String] = []
    for line in unfolded.dropLast() {
      #expect(line.unicodeScalars.last == "\r", "\(line.utf8.count)")
      #expect(line.utf8.count <= 76, "\(line.utf8.count)")
      let content = String(line.unicodeScalars.dropLast())
      if content.unicodeScalars.first == " " {
        let last = lines.popLast()
        lines.append(try #require(last) + String(content.unicodeScalars.dropFirst()))
      } else {
        lines.append(content)
      }
    }
    return try lines.map { line in
      let colon = try #require(line.unicodeScalars.firstIndex(of: ":"))
      return (String(line[..<colon]), String(line.unicodeScalars[line.unicodeScalars.index(after: colon)...]))
    }
  }

  @Test("writes vCards with all known values")
  func writesVCards() {
    let person = employee(
      "Ana Maria de Souza",
      team: "Core, Web",
      type: .partTime,
      mail: "ana@example.com",
      phone: "5556661234",
      biography: "Likes; a\nb",
      id: .numbered(7)
    )
    #expect(
      text([person], .vcard)
        == [
          "BEGIN:VCARD", "VERSION:4.0", "FN:Ana Maria de Souza", "N:Souza;Ana Maria de;;;",
          "UID:urn:uuid:00000000-0000-4000-8000-000000000007", "EMAIL;TYPE=work:ana@example.com",
          "TEL;TYPE=work:5556661234", #"ORG:;Core\, Web"#, "CATEGORIES:Part-time",
          #"NOTE:Likes\; a\nb"#,
          "END:VCARD",
          "",
        ].joined(separator: "\r\n")
    )
  }

  @Test("writes version 3.0 vCards for phones")
  func writesVersion3() throws {
    let photo = Data([0xFF, 0xD8, 0xFF, 0xE0])
    let person = employee(
      "Ana Maria de Souza",
      team: "Core, Web",
      mail: "ana@example.com",
      phone: "5556661234",
      id: .numbered(7)
    )
    let card = EmployeesExport.card(of: person, photo: photo, version: .version3)
    #expect(
      String(decoding: card, as: UTF8.self)
        == [
          "BEGIN:VCARD", "VERSION:3.0", "FN:Ana Maria de Souza", "N:Souza;Ana Maria de;;;",
          "UID:urn:uuid:00000000-0000-4000-8000-000000000007", "EMAIL;TYPE=INTERNET,WORK:ana@example.com",
          "TEL;TYPE=WORK,VOICE:5556661234", #"ORG:;Core\, Web"#, "CATEGORIES:Full-time",
          "PHOTO;ENCODING=b;TYPE=JPEG:/9j/4A==", "END:VCARD", "",
        ].joined(separator: "\r\n")
    )
    let abroad = EmployeesExport([employee("Bo", phone: "+44 20")], version: .version3).data(as: .vcard)
    #expect(String(decoding: abroad, as: UTF8.self).contains("\r\nTEL;TYPE=WORK,VOICE:+44 20\r\n"))
  }

  @Test("omits missing values from a vCard, but never the name")
  func writesSparseVCards() throws {
    let lines = try lines(text([employee(" ", mail: "x@y", phone: "+44 20")], .vcard))
    #expect(
      lines.map(\.name) == [
        "BEGIN", "VERSION", "FN", "N", "UID", "EMAIL;TYPE=work", "TEL;TYPE=work", "ORG", "CATEGORIES", "END",
      ]
    )
    #expect(lines[2].value == "x@y")
    #expect(lines[3].value == "x@y;;;;")
    #expect(lines[6].value == "+44 20")
  }

  @Test("writes vCard photos as folded data URIs with their detected media type")
  func writesPhotos() throws {
    let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0] + (0..<500).map { UInt8($0 % 251) })
    let person = employee("Al", id: .numbered(1))
    let lines = try lines(text([person, employee("Bo", id: .numbered(2))], .vcard, photos: [person.id: jpeg]))
    let photos = lines.filter { $0.name == "PHOTO" }
    #expect(photos.map(\.value) == ["data:image/jpeg;base64,\(jpeg.base64EncodedString())"])
  }

  @Test("writes vCards in linear time", arguments: ["\n", ";"])
  func areLinear(character: String) {
    #expect(
      takesLinearTime { count in
        let person = employee("Ada", biography: String(repeating: character, count: count))
        return { _ = text([person], .vcard) }
      }
    )
  }

  @Test("writes well-formed vCards for hostile values", arguments: hostile)
  func survivesInVCards(value: String) throws {
    let person = employee("N" + value, team: value, mail: value, phone: value, biography: value)
    let lines = try lines(text([person], .vcard))
    #expect(lines.first?.name == "BEGIN")
    #expect(lines.last?.name == "END")
    #expect(lines[1].value == "4.0")
    let names = lines.map { $0.name.prefix { $0 != ";" } }
    #expect(names.count { $0 == "BEGIN" } == 1)
    #expect(
      Set(names).isSubset(of: [
        "BEGIN", "VERSION", "FN", "N", "UID", "EMAIL", "TEL", "ORG", "CATEGORIES", "NOTE", "END",
      ])
    )
    for line in lines {
      #expect(!line.value.unicodeScalars.contains { $0.value < 0x20 && $0 != "\t" || (0x7F...0x9F).contains($0.value) })
    }
    // Unescaping restores the text, apart from line breaks and control characters, which are normalized.
    let note = lines.first { $0.name == "NOTE" }?.value ?? ""
    let undone = note.replacing("\\\\", with: "\u{1}").replacing("\\n", with: "\n").replacing("\\,", with: ",")
      .replacing("\\;", with: ";").replacing("\u{1}", with: "\\")
    var expected = String.UnicodeScalarView()
    for scalar in value.replacing("\r\n", with: "\n").unicodeScalars {
      let isControl =
        (scalar.value < 0x20 && scalar != "\t" && scalar != "\n" && scalar != "\r")
        || (0x7F...0x9F).contains(scalar.value)
      expected.append(scalar == "\r" ? "\n" : isControl ? " " : scalar)
    }
    #expect(undone.unicodeScalars.elementsEqual(expected))
  }

  @Test(
    "guards only CSV cells that a spreadsheet would evaluate as formulas",
    arguments: [
      ("=1+1", "'=1+1"), ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"), ("-2+3", "'-2+3"), ("@SUM(A1)", "'@SUM(A1)"),
      ("\n=1", "'\n=1"), ("\u{1B}[31m=1", "\u{241B}[31m=1"), ("＝1+1", "'＝1+1"), ("＋1", "'＋1"), ("－1", "'－1"),
      ("＠A1", "'＠A1"), ("  =1", "'  =1"), ("\u{FEFF}=1", "'\u{FEFF}=1"), ("\u{200B}@a", "'\u{200B}@a"), ("'=1", "''=1"),
      ("''@a", "'''@a"), ("-Anna", "'-Anna"), ("+", "'+"), ("+1-555", "'+1-555"), ("+15556661234", "+15556661234"),
      ("-5", "-5"), ("a=b", "a=b"), ("a-b@c", "a-b@c"), ("'quoted'", "'quoted'"), ("O'Neil", "O'Neil"), ("", ""),
      (" plain", " plain"),
    ]
  )
  func guardsCSV(value: String, expected: String) throws {
    let rows = try CSVReader(text([employee(value, phone: value, biography: value)], .csv)).rows()
    #expect(rows[1][1].unicodeScalars.elementsEqual(expected.unicodeScalars))
    #expect(rows[1][5].unicodeScalars.elementsEqual(expected.unicodeScalars))
    #expect(rows[1][6].unicodeScalars.elementsEqual(expected.unicodeScalars))
  }

  @Test("writes the same vCards individually and in one file")
  func writesSingleCards() {
    let people = Self.hostile.map { employee($0, id: .numbered(1)) }
    let photo = Data(repeating: 7, count: 100)
    let cards = people.map { EmployeesExport.card(of: $0, photo: photo) }
    let whole = EmployeesExport(people, photos: [people[0].id: photo]).data(as: .vcard)
    #expect(cards.reduce(Data(), +) == whole)
  }

  @Test("preserves hostile values in CSV, except for control characters and the formula guard")
  func writesCSV() throws {
    let people = Self.hostile.map { employee($0, team: $0, mail: $0, phone: $0, biography: $0, photo: $0) }
    let rows = try CSVReader(text(people, .csv)).rows()
    #expect(rows.count == people.count + 1)
    #expect(rows.allSatisfy { $0.count == 9 })
    #expect(rows[0][1] == "full_name")
    for (row, person) in zip(rows.dropFirst(), people) {
      #expect(unguarded(row[1]) == person.fullName.sanitized(.multiLine))
      #expect(unguarded(row[6]) == person.biography?.sanitized(.multiLine))
      #expect(unguarded(row[8]) == person.largePhoto?.text.sanitized(.multiLine))
    }
  }

  @Test("writes no control characters in CSV, except for line breaks")
  func writesCSVWithoutControls() {
    let name = "\u{1B}]0;title\u{7}\u{9B}31m\u{0}\u{7F}\r"
    let csv = text([employee(name, biography: "one\r\ntwo\u{1B}[2J")], .csv)
    #expect(csv.contains("␛]0;title␇\u{FFFD}31m␀␡␍"))
    #expect(csv.contains("\"one\ntwo␛[2J\""))
    let controls = csv.unicodeScalars.filter { $0.properties.generalCategory == .control }
    #expect(Set(controls) == ["\r", "\n"])
  }

  /// Returns a cell without the apostrophe that guards against formulas.
  private func unguarded(_ cell: String) -> String {
    ["'=", "'\n"].contains { cell.hasPrefix($0) } ? String(cell.dropFirst()) : cell
  }

  @Test("writes and reads back JSON with all of the service's keys and with null for missing values")
  func writesJSON() throws {
    let people = Self.hostile.map { employee($0, biography: $0) } + [employee("Al")]
    let data = EmployeesExport(people).data(as: .json)
    let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: [[String: Any]]])
    let entries = try #require(document["employees"])
    let keys: Set = [
      "uuid", "full_name", "team", "employee_type", "email_address", "phone_number", "biography", "photo_url_small",
      "photo_url_large",
    ]
    #expect(entries.allSatisfy { Set($0.keys) == keys })
    #expect(entries.last?["biography"] is NSNull)
    #expect(entries.last?["employee_type"] as? String == "FULL_TIME")
    #expect(zip(entries, people).allSatisfy { ($0["full_name"] as? String) == $1.fullName })
  }

  @Test("exports equal lists as equal bytes, and an empty list as a short file", arguments: ExportFormat.allCases)
  func areDeterministic(format: ExportFormat) {
    let people = Self.hostile.map { employee($0, id: .numbered(1)) }
    let export = EmployeesExport(people)
    #expect(export.data(as: format) == EmployeesExport(people).data(as: format))
    #expect(EmployeesExport([]).data(as: format).count < 150)
  }

  @Test(
    "formats ten-digit phone numbers, and never adds a country code",
    arguments: [
      ("5556661234", "(555) 666-1234"), ("15556661234", "15556661234"), ("13812345678", "13812345678"),
      ("0556661234", "0556661234"), ("5551661234", "5551661234"), ("6661234", "6661234"), ("", ""),
      ("(555) 666-1234", "(555) 666-1234"), ("٥٥٥٦٦٦١٢٣٤", "٥٥٥٦٦٦١٢٣٤"), ("25556661234", "25556661234"),
    ] as [(String, String)]
  )
  func formatsNumbers(text: String, formatted: String) {
    #expect(PhoneNumber(text).formatted == formatted)
  }
}

/// A reader for comma-separated values (RFC 4180).
private struct CSVReader {
  private let scalars: [Unicode.Scalar]

  init(_ text: String) { scalars = Array(text.unicodeScalars) }

  struct Malformed: Error {}

  func rows() throws -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var index = 0
    while index < scalars.count {
      var field = String.UnicodeScalarView()
      if scalars[index] == "\"" {
        index += 1
        while true {
          guard index < scalars.count else { throw Malformed() }
          if scalars[index] == "\"" {
            index += 1
            guard index < scalars.count, scalars[index] == "\"" else { break }
          }
          field.append(scalars[index])
          index += 1
        }
      } else {
        while index < scalars.count, scalars[index] != ",", scalars[index] != "\r" {
          field.append(scalars[index])
          index += 1
        }
      }
      row.append(String(field))
      guard index < scalars.count else { throw Malformed() }
      if scalars[index] == "," {
        index += 1
        continue
      }
      guard index + 1 < scalars.count, scalars[index] == "\r", scalars[index + 1] == "\n" else { throw Malformed() }
      index += 2
      rows.append(row)
      row = []
    }
    return rows
  }
}
