/// What kind of JSON value stands at a place.
enum JSONKind: Decodable, Equatable {
  case null, bool, number, text, list, object, unreadable

  /// The kind in words.
  var words: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    case .unreadable: "a value that can't be read"
    }
  }

  init(from decoder: any Decoder) { self.init(of: decoder) }

  init(of decoder: any Decoder) {
    if let value = try? decoder.singleValueContainer() {
      if value.decodeNil() {
        self = .null
        return
      }
      if (try? value.decode(String.self)) != nil {
        self = .text
        return
      }
      if (try? value.decode(Bool.self)) != nil {
        self = .bool
        return
      }
      if (try? value.decode(Double.self)) != nil {
        self = .number
        return
      }
    }
    if (try? decoder.unkeyedContainer()) != nil {
      self = .list
    } else if (try? decoder.container(keyedBy: EmployeeEntry.Key.self)) != nil {
      self = .object
    } else {
      // Such as a text with half of a surrogate pair, or a number beyond all types.
      self = .unreadable
    }
  }
}
