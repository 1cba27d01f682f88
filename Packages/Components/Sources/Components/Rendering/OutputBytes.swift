/// Bytes that grow, for writing whole frames: a pointer and a count, without a check for every byte.
///
/// Room is reserved once for a group of bytes; what is appended after that must not be more. Owned by one place only, so
/// that the memory can be given back at the end.
package struct OutputBytes: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  /// How many bytes there are.
  package private(set) var count = 0

  /// Allocates room.
  package init(capacity: Int = 16_384) {
    self.capacity = max(capacity, 64)
    start = UnsafeMutablePointer<UInt8>.allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// The bytes, as long as the function runs.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try body(UnsafeBufferPointer(start: start, count: count))
  }

  /// Forgets the bytes after a place, and keeps the memory.
  package mutating func truncate(to length: Int) {
    precondition(length >= 0 && length <= count, "There are only \(count) bytes, not \(length).")
    count = length
  }

  /// Makes room for so many more bytes.
  @inline(__always)
  package mutating func reserve(_ more: Int) {
    if count + more > capacity { grow(more) }
  }

  @inline(never)
  private mutating func grow(_ more: Int) {
    capacity = max(capacity * 2, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }

  /// Appends a byte that room was reserved for.
  @inline(__always)
  package mutating func appendReserved(_ byte: UInt8) {
    assert(count < capacity, "Room has to be reserved first.")
    start[count] = byte
    count += 1
  }

  /// Appends a number that room was reserved for: three bytes at most.
  @inline(__always)
  package mutating func appendReserved(decimal number: UInt8) {
    if number >= 100 { appendReserved(UInt8(ascii: "0") + number / 100) }
    if number >= 10 { appendReserved(UInt8(ascii: "0") + number / 10 % 10) }
    appendReserved(UInt8(ascii: "0") + number % 10)
  }

  @inline(__always)
  mutating func replaceLast(_ byte: UInt8) { start[count - 1] = byte }

  /// Moves the bytes from a place on to an earlier one, over what is there.
  mutating func remove(from first: Int, upTo end: Int) {
    start.advanced(by: first).update(from: start.advanced(by: end), count: count - end)
    count -= end - first
  }

  /// Appends bytes.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    reserve(bytes.count)
    for byte in bytes { appendReserved(byte) }
  }
}
