/// A JSON value with numbers and strings exactly as written, so rewriting a file loses nothing.
indirect enum JSONTree: Sendable, Hashable {
  struct Member: Sendable, Hashable {
    /// The name, with its escapes resolved.
    var name: String
    /// The name as written, including quotes.
    var token: String
    var value: JSONTree

    init(name: String, token: String, value: JSONTree) {
      self.name = name
      self.token = token
      self.value = value
    }

    /// Creates a member whose name needs no escapes.
    init(_ name: StaticString, _ value: JSONTree) {
      self.init(name: "\(name)", token: "\"\(name)\"", value: value)
    }
  }

  /// The members in source order, with unique names.
  case object([Member])
  case array([JSONTree])
  /// A number, a string with quotes, `true`, `false` or `null`, as written.
  case scalar(String)

  static func string(_ text: String) -> JSONTree {
    .scalar(JSONPrinter.token(text))
  }

  static func integer(_ number: Int) -> JSONTree {
    .scalar(String(number))
  }

  var members: [Member]? {
    if case .object(let members) = self { members } else { nil }
  }

  /// The value as an integer, or `nil` if it isn't an integer or is out of range.
  var integer: Int? {
    if case .scalar(let text) = self { Int(text) } else { nil }
  }
}

extension JSONTree {
  /// Returns this tree, extended by the unknown members of `old`, which is the value in the file.
  ///
  /// A member is unknown if it isn't in `known`, the program's encoding of the old value. A member that the program
  /// knew but no longer writes, such as an optional that became `nil`, therefore stays removed. Array elements are
  /// matched by their known form: an unchanged element keeps its unknown members, but a changed element loses them.
  ///
  /// - Complexity: Linear, except that each new array element is compared with the remaining old elements.
  func preservingUnknown(of old: JSONTree, known: JSONTree) -> JSONTree {
    switch (self, old, known) {
    case (.object(let new), .object(let old), .object(let known)):
      return .object(JSONTree.merge(new, old: old, known: known))
    case (.array(let new), .array(let old), .array(let known)) where old.count == known.count:
      return .array(JSONTree.merge(new, old: old, known: known))
    default:
      return self
    }
  }

  private static func merge(_ new: [Member], old: [Member], known: [Member]) -> [Member] {
    let newNames = Set(new.map(\.name))
    let knownValues = Dictionary(uniqueKeysWithValues: known.map { ($0.name, $0.value) })
    let oldValues = Dictionary(uniqueKeysWithValues: old.map { ($0.name, $0.value) })
    var result = new.map { member in
      guard let oldValue = oldValues[member.name], let knownValue = knownValues[member.name] else { return member }
      return Member(
        name: member.name,
        token: member.token,
        value: member.value.preservingUnknown(of: oldValue, known: knownValue)
      )
    }
    result += old.filter { knownValues[$0.name] == nil && !newNames.contains($0.name) }
    return result.sorted { $0.name < $1.name }
  }

  private static func merge(_ new: [JSONTree], old: [JSONTree], known: [JSONTree]) -> [JSONTree] {
    var next = 0
    return new.map { element in
      guard let match = known[next...].firstIndex(of: element) else { return element }
      next = match + 1
      return element.preservingUnknown(of: old[match], known: known[match])
    }
  }
}
