import Foundation

/// A search index that stores the folded text of all employees in one byte array.
struct EmployeeSearchIndex: Sendable {
  /// Every employee's name, team, e-mail address and biography, each followed by NUL, which folded text never contains.
  private let bytes: [UInt8]
  /// The start of each employee's text, followed by the end of the last employee's text.
  private let starts: [Int]
  private let list: EmployeeList

  init(_ list: EmployeeList) {
    self.list = list
    var folder = TextFolder()
    var bytes: [UInt8] = []
    var starts: [Int] = []
    starts.reserveCapacity(list.employees.count + 1)
    // Reserving the exact size avoids temporary copies while the array grows.
    bytes.reserveCapacity(list.employees.reduce(0) { $0 + Self.length(of: $1) })
    for employee in list.employees {
      starts.append(bytes.count)
      for text in [employee.fullName, employee.team, employee.emailAddress, employee.biography ?? ""] {
        folder.append(text, to: &bytes)
        bytes.append(0)
      }
    }
    starts.append(bytes.count)
    self.bytes = bytes
    self.starts = starts
  }

  func matches(_ query: SearchQuery, among candidates: EmployeeMatches? = nil) -> EmployeeMatches {
    // Terms for a single field search less text, so they are searched first.
    let terms = query.terms.sorted { $0.field != nil && $1.field == nil }
    var found = candidates
    for term in terms { found = matches(term, among: found) }
    return found ?? .all(of: list)
  }

  private func matches(_ term: SearchQuery.Term, among candidates: EmployeeMatches?) -> EmployeeMatches {
    let positions: [Int32] =
      switch term.field {
      case nil: candidates.map { anywhere(term.bytes, $0.positions) } ?? anywhere(term.bytes)
      case .type: ofType(term.bytes, candidates)
      case .team: inTeams(term.bytes, candidates)
      case let field?: inField(field, term.bytes, candidates)
      }
    return EmployeeMatches(positions: positions, listCount: list.employees.count)
  }

  /// Returns the employees with a match in any field, using one pass that jumps from match to match.
  private func anywhere(_ word: [UInt8]) -> [Int32] {
    let pattern = BytePattern(word)
    var found: [Int32] = []
    bytes.withUnsafeBytes { bytes in
      var start = 0
      var position = 0
      while let place = pattern.firstMatch(in: UnsafeRawBufferPointer(rebasing: bytes[start...])) {
        let match = start + place
        while starts[position + 1] <= match { position += 1 }
        found.append(Int32(position))
        start = starts[position + 1]
      }
    }
    return found
  }

  private func anywhere(_ word: [UInt8], _ candidates: [Int32]) -> [Int32] {
    let pattern = BytePattern(word)
    return bytes.withUnsafeBytes { bytes in
      candidates.filter { position in
        let texts = bytes[starts[Int(position)]..<starts[Int(position) + 1]]
        return pattern.firstMatch(in: UnsafeRawBufferPointer(rebasing: texts)) != nil
      }
    }
  }

  private func inField(_ field: EmployeeField, _ word: [UInt8], _ candidates: EmployeeMatches?) -> [Int32] {
    guard let number = EmployeeField.texts.firstIndex(of: field) else { return [] }
    let pattern = BytePattern(word)
    let end = BytePattern([0])
    return bytes.withUnsafeBytes { bytes in
      filtered(candidates) { position in
        var texts = UnsafeRawBufferPointer(rebasing: bytes[starts[position]..<starts[position + 1]])
        for _ in 0..<number {
          guard let length = end.firstMatch(in: texts) else { return false }
          texts = UnsafeRawBufferPointer(rebasing: texts[(length + 1)...])
        }
        let length = end.firstMatch(in: texts) ?? texts.count
        return pattern.firstMatch(in: UnsafeRawBufferPointer(rebasing: texts[..<length])) != nil
      }
    }
  }

  /// Returns the employees whose team matches, searching each team name only once.
  private func inTeams(_ word: [UInt8], _ candidates: EmployeeMatches?) -> [Int32] {
    let pattern = BytePattern(word)
    let isMatch = list.teams.map { team in
      TextFolder.folded(team).withUnsafeBytes { pattern.firstMatch(in: $0) != nil }
    }
    return filtered(candidates) { isMatch[Int(list.teamRanks[$0])] }
  }

  private func ofType(_ word: [UInt8], _ candidates: EmployeeMatches?) -> [Int32] {
    let types = Set(EmployeeType.allCases.filter { SearchQuery.matches($0, word) })
    return filtered(candidates) { types.contains(list.employees[$0].type) }
  }

  private func filtered(_ candidates: EmployeeMatches?, _ isIncluded: (Int) -> Bool) -> [Int32] {
    if let candidates { return candidates.positions.filter { isIncluded(Int($0)) } }
    return (0..<Int32(list.employees.count)).filter { isIncluded(Int($0)) }
  }

  private static func length(of employee: Employee) -> Int {
    employee.fullName.utf8.count + employee.team.utf8.count + employee.emailAddress.utf8.count
      + (employee.biography?.utf8.count ?? 0) + EmployeeField.texts.count
  }
}

/// An incremental search that narrows earlier results and keeps them in case the user deletes characters.
struct EmployeeSearch: Sendable {
  private let index: EmployeeSearchIndex
  private var found: [(query: SearchQuery, matches: EmployeeMatches)] = []

  init(_ index: EmployeeSearchIndex) { self.index = index }

  mutating func matches(_ query: SearchQuery) -> EmployeeMatches {
    while let last = found.last {
      if last.query == query { return last.matches }
      if query.narrows(last.query) { break }
      found.removeLast()
    }
    let matches = index.matches(query, among: found.last?.matches)
    if !query.isEmpty { found.append((query, matches)) }
    return matches
  }
}

/// A byte pattern, found by scanning for its rarest byte, because `memchr` runs at close to memory bandwidth.
struct BytePattern: Sendable {
  private let bytes: [UInt8]
  private let anchor: Int

  init(_ bytes: [UInt8]) {
    precondition(!bytes.isEmpty, "The pattern is empty.")
    self.bytes = bytes
    anchor = bytes.indices.min { Self.frequency(of: bytes[$0]) < Self.frequency(of: bytes[$1]) } ?? 0
  }

  func firstMatch(in text: UnsafeRawBufferPointer) -> Int? {
    guard let base = text.baseAddress, text.count >= bytes.count else { return nil }
    return bytes.withUnsafeBytes { bytes in
      guard let pattern = bytes.baseAddress else { return nil }
      var start = 0
      let last = text.count - bytes.count
      while start <= last {
        guard let found = memchr(base + start + anchor, Int32(bytes[anchor]), last - start + 1) else { return nil }
        let place = UnsafeRawPointer(found) - base - anchor
        if memcmp(base + place, pattern, bytes.count) == 0 { return place }
        start = place + 1
      }
      return nil
    }
  }

  /// Returns a byte's approximate frequency in folded text, which is high for common letters and UTF-8 leading bytes.
  private static func frequency(of byte: UInt8) -> Int {
    switch byte {
    case 0x80..<0xC0: 12
    case 0xC0...: 40
    default: order.firstIndex(of: byte).map { order.count - $0 } ?? 1
    }
  }

  private static let order = Array(" etaoinsrhldcumfpgwybvk.@,xjqz".utf8)
}
