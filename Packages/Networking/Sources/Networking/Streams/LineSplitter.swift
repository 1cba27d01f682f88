import Foundation

/// Cuts bytes that arrive in pieces into lines that end in LF, CR LF or, on request, CR.
struct LineSplitter {
  /// The most bytes of a line.
  let limit: Int
  /// Whether a CR alone ends a line, as in event streams.
  let endsAtReturn: Bool

  private var line: [UInt8] = []
  /// Whether the last line ended in a CR, so that a LF belongs to it.
  private var isAfterReturn = false

  init(limit: Int, endsAtReturn: Bool) {
    self.limit = limit
    self.endsAtReturn = endsAtReturn
  }

  /// Takes bytes and hands out the lines that they complete, without what ends them.
  ///
  /// - Throws: ``NetworkError/bodyTooLarge(limit:)`` where a line is longer than allowed.
  mutating func consume(_ bytes: Data, _ take: ([UInt8]) throws(NetworkError) -> Void) throws(NetworkError) {
    var rest = bytes[...]
    if isAfterReturn, let first = rest.first {
      if first == 0x0A { rest = rest.dropFirst() }
      isAfterReturn = false
    }
    while let end = rest.firstIndex(where: { $0 == 0x0A || ($0 == 0x0D && endsAtReturn) }) {
      try append(rest[..<end])
      let isReturn = rest[end] == 0x0D
      rest = rest[rest.index(after: end)...]
      if isReturn {
        if rest.isEmpty { isAfterReturn = true } else if rest.first == 0x0A { rest = rest.dropFirst() }
      } else if !endsAtReturn, line.last == 0x0D {
        line.removeLast()
      }
      let complete = line
      line.removeAll(keepingCapacity: true)
      try take(complete)
    }
    try append(rest)
  }

  /// What came behind the last line end; `nil` for nothing.
  mutating func finish() -> [UInt8]? {
    guard !line.isEmpty else { return nil }
    defer { line = [] }
    return line
  }

  private mutating func append(_ bytes: Data.SubSequence) throws(NetworkError) {
    guard line.count + bytes.count <= limit else { throw .bodyTooLarge(limit: limit) }
    line.append(contentsOf: bytes)
  }
}
