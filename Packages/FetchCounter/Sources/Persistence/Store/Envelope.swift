import Basics

/// A store file's outermost object, whose checksum ignores white space, so users can reformat the file.
struct Envelope {
  private enum Name {
    static let schema = "schema"
    static let writtenBy = "written_by"
    static let payload = "payload"
    static let checksum = "checksum"
    static let all: Set<String> = [schema, writtenBy, payload, checksum]
  }

  private enum Check {
    case passed
    case failed
    /// The checksum's method is unknown to this version.
    case unknown
  }

  var schema: Int
  var writtenBy: String?
  var payload: JSONTree
  /// The members unknown to this version, in source order.
  var others: [JSONTree.Member]

  enum Failure: Error {
    case corrupt(CorruptionReason)
    case newer(schema: Int, writtenBy: String?)
  }

  /// Parses a file's text, and returns the envelope and the payload's range.
  static func read(_ bytes: [UInt8], supported: Int) throws(Failure) -> (envelope: Envelope, payload: Range<Int>) {
    let document: JSONParser.Document
    do throws(JSONParser.Failure) {
      document = try JSONParser.parse(bytes)
    } catch {
      throw .corrupt(.notJSON(error.description))
    }
    guard let members = document.root.members else { throw .corrupt(.noEnvelope("it is not an object")) }
    let values = Dictionary(uniqueKeysWithValues: members.map { ($0.name, $0.value) })
    guard let schema = values[Name.schema]?.integer, schema > 0 else {
      throw .corrupt(.noEnvelope("it has no \"schema\" number"))
    }
    let writtenBy = values[Name.writtenBy].flatMap(JSONParser.text)
    let check = check(values[Name.checksum], of: members)
    if check == .failed { throw .corrupt(.checksumMismatch) }
    if schema > supported { throw .newer(schema: schema, writtenBy: writtenBy) }
    guard check == .passed else { throw .corrupt(.checksumMismatch) }
    guard let payload = values[Name.payload], let range = document.memberRanges[Name.payload] else {
      throw .corrupt(.noEnvelope("it has no \"payload\""))
    }
    let others = members.filter { !Name.all.contains($0.name) }
    return (Envelope(schema: schema, writtenBy: writtenBy, payload: payload, others: others), range)
  }

  /// A checksum's prefix, which identifies the checksum method.
  static let checksumPrefix = "crc32:"

  private static func check(_ stored: JSONTree?, of members: [JSONTree.Member]) -> Check {
    // Files written by hand may lack a checksum. The next change adds it.
    guard let stored else { return .passed }
    guard let text = JSONParser.text(of: stored), text.hasPrefix(checksumPrefix) else { return .unknown }
    var check = CRC32()
    check.update(JSONPrinter.compact(.object(members.filter { $0.name != Name.checksum })))
    return text == checksumPrefix + check.text ? .passed : .failed
  }
}

/// A formatter for the store files that one program writes with one schema.
struct EnvelopeWriter: Sendable {
  /// The formatted text before the payload.
  private let head: [UInt8]
  /// The checksum of the compact text before the payload.
  private let headCheck: CRC32

  init(schema: Int, writtenBy: String) {
    let members = [JSONTree.Member("schema", .integer(schema)), JSONTree.Member("written_by", .string(writtenBy))]
    var check = CRC32()
    check.update(JSONPrinter.compact(.object(members)).dropLast())
    check.update(",\"payload\":".utf8)
    headCheck = check
    var head: [UInt8] = []
    JSONPrinter.append(compact: JSONPrinter.compact(.object(members)), level: 0, to: &head)
    head.removeLast("\n}".utf8.count)
    head += ",\n  \"payload\": ".utf8
    self.head = head
  }

  /// Returns a file's text with a compact payload and unknown members; throws if the parser would reject the text.
  func text(payload: [UInt8], others: [JSONTree.Member] = []) throws(JSONParser.Failure) -> [UInt8] {
    var check = headCheck
    check.update(payload)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(head.count + 2 * payload.count + 64)
    bytes += head
    var depth = JSONPrinter.append(compact: payload, level: 1, to: &bytes)
    for other in others {
      var compact: [UInt8] = [UInt8(ascii: ",")]
      JSONPrinter.append([other], to: &compact)
      check.update(compact)
      depth = max(depth, JSONPrinter.append(compact: compact, level: 1, to: &bytes))
    }
    if depth > JSONParser.depthLimit { throw JSONParser.Failure(reason: .tooDeep, offset: 0) }
    check.update(CollectionOfOne(UInt8(ascii: "}")))
    bytes += ",\n  \"checksum\": \"".utf8
    bytes += Envelope.checksumPrefix.utf8
    bytes += check.text.utf8
    bytes += "\"\n}\n".utf8
    return bytes
  }
}
