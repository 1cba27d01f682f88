/// A decoder for the chunked transfer coding (RFC 9112, section 7.1).
///
/// libcurl's own decoder accepts other characters after a chunk's size, such as in `5g`, and reports the last chunk only
/// after the end of the request's content.
struct ChunkDecoder {
  struct Failure: Error {}

  private enum State {
    case size
    case content
    case contentEnd
    case trailers
    case end
  }

  private let lineLimit: Int
  private var state = State.size
  /// The number of bytes still missing from the current chunk.
  private var remaining = 0
  private var line: [UInt8] = []

  /// Creates a decoder that rejects longer lines, such as those with a chunk's size and extensions.
  init(lineLimit: Int) { self.lineLimit = lineLimit }

  /// Whether the last chunk and the trailers have been decoded; later bytes are ignored.
  var isComplete: Bool { state == .end }

  /// Passes on the content and the trailer lines, without their line breaks.
  ///
  /// - Throws: ``Failure`` if the framing is invalid.
  mutating func decode(
    _ bytes: UnsafeRawBufferPointer,
    content: (UnsafeRawBufferPointer) -> Void,
    trailer: ([UInt8]) -> Void
  ) throws(Failure) {
    var position = 0
    while position < bytes.count, state != .end {
      if state == .content {
        let count = min(remaining, bytes.count - position)
        content(UnsafeRawBufferPointer(rebasing: bytes[position..<position + count]))
        position += count
        remaining -= count
        if remaining == 0 { state = .contentEnd }
        continue
      }
      let byte = bytes[position]
      position += 1
      if byte == 0x0A {
        try endLine(trailer)
      } else {
        guard line.count < lineLimit else { throw Failure() }
        line.append(byte)
      }
    }
  }

  private mutating func endLine(_ trailer: ([UInt8]) -> Void) throws(Failure) {
    if line.last == 0x0D { line.removeLast() }
    defer { line.removeAll(keepingCapacity: true) }
    switch state {
    case .size:
      remaining = try Self.size(line)
      state = remaining == 0 ? .trailers : .content
    case .contentEnd:
      guard line.isEmpty else { throw Failure() }
      state = .size
    case .trailers:
      if line.isEmpty { state = .end } else { trailer(line) }
    case .content, .end: break
    }
  }

  /// Returns the size at the start of a line, which only white space and extensions may follow.
  private static func size(_ line: [UInt8]) throws(Failure) -> Int {
    let digits = line.prefix { Character(UnicodeScalar($0)).isHexDigit }
    let rest = line[digits.endIndex...].drop { $0 == 0x20 || $0 == 0x09 }
    guard rest.isEmpty || rest.first == UInt8(ascii: ";"),
      let size = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw Failure() }
    return size
  }
}
