/// The outermost object of a store's file: schema, author, payload and checksum, and whatever else was found in it.
struct Envelope {
  private enum Name {
    static let schema = "schema"
    static let writtenBy = "written_by"
    static let payload = "payload"
    static let checksum = "checksum"
    static let all: Set<String> = [schema, writtenBy, payload, checksum]
  }

  /// How well the checksum beside the content fits.
  private enum Check {
    case passed
    case failed
    /// It is of a kind that this version does not know.
    case unknown
  }

  var schema: Int
  var writtenBy: String?
  var payload: JSONTree
  /// Members that this version does not know, in the order of the file.
  var others: [JSONTree.Member]

  enum Failure: Error {
    case damaged(StoreDamage)
    case newer(schema: Int, writtenBy: String?)
  }

  /// Reads a file's text.
  ///
  /// - Parameters:
  ///   - bytes: The text.
  ///   - supported: The newest schema that the caller understands.
  /// - Returns: The envelope, and where in the text its payload is.
  static func read(_ bytes: [UInt8], supported: Int) throws(Failure) -> (envelope: Envelope, payload: Range<Int>) {
    let document: JSONParser.Document
    do throws(JSONParser.Failure) {
      document = try JSONParser.parse(bytes)
    } catch {
      throw .damaged(.notJSON(error.description))
    }
    guard let members = document.root.members else { throw .damaged(.noEnvelope("it is not an object")) }
    let values = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
    guard let schema = values[Name.schema]?.integer, schema > 0 else {
      throw .damaged(.noEnvelope("it has no \"schema\" number"))
    }
    let writtenBy = values[Name.writtenBy].flatMap(JSONParser.text)
    let check = check(values[Name.checksum], of: members)
    if check == .failed { throw .damaged(.checksumMismatch) }
    if schema > supported { throw .newer(schema: schema, writtenBy: writtenBy) }
    guard check == .passed else { throw .damaged(.checksumMismatch) }
    guard let payload = values[Name.payload], let range = document.memberRanges[Name.payload] else {
      throw .damaged(.noEnvelope("it has no \"payload\""))
    }
    let others = members.filter { !Name.all.contains($0.name) }
    return (Envelope(schema: schema, writtenBy: writtenBy, payload: payload, others: others), range)
  }

  /// The text of the file.
  func print() -> [UInt8] {
    var members = [JSONTree.Member(name: Name.schema, value: .integer(schema))]
    if let writtenBy { members.append(JSONTree.Member(name: Name.writtenBy, value: .string(writtenBy))) }
    members.append(JSONTree.Member(name: Name.payload, value: payload))
    members += others
    let checksum = Envelope.checksum(of: members)
    members.append(JSONTree.Member(name: Name.checksum, value: .string(checksum)))
    return JSONPrinter.print(.object(members))
  }

  private static func check(_ stored: JSONTree?, of members: [JSONTree.Member]) -> Check {
    // People may write such files, and leave the checksum to the next program that changes them.
    guard let stored else { return .passed }
    guard let text = JSONParser.text(of: stored), text.hasPrefix("crc32:") else { return .unknown }
    return text == checksum(of: members.filter { $0.name != Name.checksum }) ? .passed : .failed
  }

  /// The checksum of all other members without white space, so that reformatting a file by hand does no harm.
  private static func checksum(of members: [JSONTree.Member]) -> String {
    var check = CRC32()
    JSONPrinter.visitCompactText(of: .object(members)) { check.update($0) }
    let digits = String(check.value, radix: 16)
    return "crc32:" + String(repeating: "0", count: 8 - digits.count) + digits
  }
}
