import Foundation

/// The documents of the sample directory, written byte by byte: an encoder would take seconds for 100,000 people.
struct SampleEmployeeList {
  let options: SampleDirectoryOptions
  /// What photo addresses begin with, such as `http://127.0.0.1:8000/directory/photos/7`.
  let photoBase: String

  /// Entries of the malformed list that are no employees, by their numbers.
  private static let malformations: [Int: Malformation] = [
    3: .withoutMail, 7: .nullTeam, 11: .unknownType, 13: .numberAsName,
  ]

  private enum Malformation {
    case withoutMail, nullTeam, unknownType, numberAsName
  }

  /// The employees.
  func normal() -> Data { document { _ in nil } }

  /// The employees, some of whom lack what they need; an entry that is none at all where there are too few for that.
  func malformed() -> Data {
    guard options.count > 3 else { return Data(#"{"employees":[{"uuid":"none"}]}"#.utf8) }
    return document { Self.malformations[$0] }
  }

  /// Nobody.
  static let empty = Data(#"{"employees":[]}"#.utf8)

  private func document(_ malformation: (Int) -> Malformation?) -> Data {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(32 + options.count * 480)
    bytes += Array(#"{"employees":["#.utf8)
    for number in 0..<options.count {
      if number > 0 { bytes.append(UInt8(ascii: ",")) }
      append(SampleEmployee(number: number, seed: options.seed), malformation(number), to: &bytes)
    }
    bytes += Array("]}".utf8)
    return Data(bytes)
  }

  private func append(_ employee: SampleEmployee, _ malformation: Malformation?, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: #"{"uuid":""#.utf8)
    bytes.append(contentsOf: employee.id.uuidString.lowercased().utf8)
    bytes.append(UInt8(ascii: "\""))
    if malformation == .numberAsName {
      bytes.append(contentsOf: #","full_name":42"#.utf8)
    } else {
      append("full_name", employee.name, to: &bytes)
    }
    if let phoneNumber = employee.phoneNumber { append("phone_number", phoneNumber, to: &bytes) }
    if malformation != .withoutMail { append("email_address", employee.mail, "@example.com", to: &bytes) }
    if let biography = employee.biography { append("biography", biography, to: &bytes) }
    if employee.hasPhotos {
      append("photo_url_small", photoBase, "/\(employee.number)/small.png", to: &bytes)
      append("photo_url_large", photoBase, "/\(employee.number)/large.png", to: &bytes)
    }
    if malformation == .nullTeam {
      bytes.append(contentsOf: #","team":null"#.utf8)
    } else {
      append("team", employee.team, to: &bytes)
    }
    append("employee_type", malformation == .unknownType ? "FRIEND" : employee.type, to: &bytes)
    bytes.append(UInt8(ascii: "}"))
  }

  private func append(_ key: String, _ text: String, _ end: String = "", to bytes: inout [UInt8]) {
    bytes.append(contentsOf: #",""#.utf8)
    bytes.append(contentsOf: key.utf8)
    bytes.append(contentsOf: #"":""#.utf8)
    // Texts are this package's own and the host of the request, whose quotation marks and backslashes are escaped.
    for byte in text.utf8 {
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\") { bytes.append(UInt8(ascii: "\\")) }
      bytes.append(byte)
    }
    bytes.append(contentsOf: end.utf8)
    bytes.append(UInt8(ascii: "\""))
  }
}
