import Foundation

/// Chunked bodies (RFC 9112, section 7.1).
extension RequestParser {
  mutating func parseChunkSize() throws(RequestFailure) -> Event? {
    guard let line = try input.takeLine(limit: limits.chunkLineBytes, tooLong: .chunkLineTooLong) else { return nil }
    let size = try Self.chunkSize(input.bytes, line)
    input.consume()
    if size == 0 {
      trailerBytes = 0
      trailerCount = 0
      state = .trailers
    } else {
      if size > limits.bodyBytes - body.count { throw .bodyTooLarge }
      state = .chunkData(remaining: size)
    }
    return nil
  }

  private static func chunkSize(_ bytes: [UInt8], _ line: Range<Int>) throws(RequestFailure) -> Int {
    var size: UInt64 = 0
    var index = line.lowerBound
    while index < line.upperBound, let digit = FieldSyntax.hexDigit(bytes[index]) {
      if index - line.lowerBound >= 16 { throw .malformedChunk }
      size = size << 4 | UInt64(digit)
      index += 1
    }
    if index == line.lowerBound { throw .malformedChunk }
    let extensions = index..<line.upperBound
    if !extensions.isEmpty {
      // Extensions are ignored, as section 7.1.1 wants of unknown ones, but must be made of field characters.
      guard let first = bytes[extensions].first(where: { !FieldSyntax.isBlank($0) }), first == 0x3B,
        bytes[extensions].allSatisfy(FieldSyntax.isValueByte)
      else { throw .malformedChunk }
    }
    guard let result = Int(exactly: size) else { throw .bodyTooLarge }
    return result
  }

  mutating func takeChunkData(_ remaining: Int) -> Event? {
    let count = takeIntoBody(atMost: remaining)
    state = count == remaining ? .chunkEnd : .chunkData(remaining: remaining - count)
    return nil
  }

  mutating func parseChunkEnd() throws(RequestFailure) -> Event? {
    if input.available > 0, input.bytes[input.cursor] != 0x0D { throw .malformedChunk }
    guard input.available > 1 else { return nil }
    if input.bytes[input.cursor + 1] != 0x0A { throw .malformedChunk }
    input.advance(by: 2)
    input.consume()
    state = .chunkSize
    return nil
  }

  /// Trailer fields are checked like header fields and then dropped.
  mutating func parseTrailer() throws(RequestFailure) -> Event? {
    let limit = max(0, limits.headerBytes - trailerBytes - 2)
    guard let line = try input.takeLine(limit: limit, tooLong: .headerTooLarge) else { return nil }
    trailerBytes += input.cursor - input.start
    if line.isEmpty {
      input.consume()
      return finishRequest()
    }
    trailerCount += 1
    if trailerCount > limits.headerFields { throw .tooManyFields }
    _ = try HeadDraft.field(in: input.bytes, line: line)
    input.consume()
    return nil
  }
}
