import NetworkingFoundation

/// The bytes received on a connection that haven't been consumed yet.
struct InputBuffer {
  /// The storage; `start..<end` is in use.
  private(set) var bytes: [UInt8]
  private(set) var start = 0
  /// The position of the first unread byte.
  private(set) var cursor = 0
  private var end = 0
  // The end of the range that starts at `cursor` and is known to contain no line break.
  private var scanned = 0

  init(capacity: Int = 8_192) {
    bytes = [UInt8](repeating: 0, count: capacity)
  }

  var isEmpty: Bool { start == end }

  var available: Int { end - cursor }

  var unread: ArraySlice<UInt8> { bytes[cursor..<end] }

  mutating func append(_ added: some Collection<UInt8>) {
    makeRoom(for: added.count)
    bytes.replaceSubrange(end..<(end + added.count), with: added)
    end += added.count
  }

  /// Lets `read` fill the free space, which is at least `count` bytes.
  mutating func fill(
    atLeast count: Int,
    _ read: (UnsafeMutableRawBufferPointer) -> ConnectionSocket.Received
  ) -> ConnectionSocket.Received {
    makeRoom(for: count)
    let from = end
    let received = bytes.withUnsafeMutableBytes { read(UnsafeMutableRawBufferPointer(rebasing: $0[from...])) }
    if case .bytes(let count) = received { end += count }
    return received
  }

  mutating func advance(by count: Int) {
    cursor += count
    scanned = cursor
  }

  mutating func consume() {
    start = cursor
  }

  /// Returns the next line without CR LF, valid until bytes are added; `nil` if the line is incomplete.
  ///
  /// The limit is checked before the content, so the same line always fails in the same way, however it is split.
  mutating func takeLine(limit: Int, tooLong: RequestFailure) throws(RequestFailure) -> Range<Int>? {
    let from = max(scanned, cursor)
    let length = end - from
    let lineFeed: Int? = bytes.withUnsafeBytes { bytes in
      guard length > 0, let base = bytes.baseAddress, let found = memchr(base + from, 0x0A, length) else { return nil }
      return UnsafeRawPointer(found) - base
    }
    guard let lineFeed else {
      scanned = end
      if available > limit + 1 { throw tooLong }
      return nil
    }
    if lineFeed - cursor - 1 > limit { throw tooLong }
    guard lineFeed > cursor, bytes[lineFeed - 1] == 0x0D else { throw .bareLineFeed }
    let line = cursor..<(lineFeed - 1)
    advance(by: lineFeed + 1 - cursor)
    return line
  }

  // Frees at least `count` bytes at the end by moving the used bytes to the front or growing the storage.
  private mutating func makeRoom(for count: Int) {
    guard bytes.count - end < count else { return }
    let offset = start
    let length = end - start
    if offset > 0 {
      bytes.withUnsafeMutableBytes { bytes in
        guard let base = bytes.baseAddress else { return }
        memmove(base, base + offset, length)
      }
      start = 0
      cursor -= offset
      scanned = max(0, scanned - offset)
      end = length
    }
    guard bytes.count - end < count else { return }
    let size = max(bytes.count * 2, end + count)
    bytes.append(contentsOf: repeatElement(0, count: size - bytes.count))
  }
}
