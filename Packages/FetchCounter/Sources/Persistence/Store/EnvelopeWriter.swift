/// Writes the text of files of one program and one schema.
struct EnvelopeWriter: Sendable {
  /// The laid out text up to the payload.
  private let head: [UInt8]
  /// The checksum of the compact text up to the payload.
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

  /// The text of a file.
  ///
  /// - Parameters:
  ///   - payload: The compact text of the payload.
  ///   - others: Members that this version does not know.
  /// - Returns: The text.
  /// - Throws: `tooDeep` for a text that the parser would not accept.
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
    bytes += check.text.utf8
    bytes += "\"\n}\n".utf8
    return bytes
  }
}
