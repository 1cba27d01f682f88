/// A growable byte buffer for whole frames, noncopyable so its memory has exactly one owner.
///
/// Instead of checking the capacity per byte, callers reserve space for a group of bytes and append at most that many.
package struct OutputBytes: ~Copyable {
  private var start: UnsafeMutablePointer<UInt8>
  private var capacity: Int
  package private(set) var count = 0

  package init(capacity: Int = 16_384) {
    self.capacity = max(capacity, 64)
    start = UnsafeMutablePointer<UInt8>.allocate(capacity: self.capacity)
  }

  deinit { start.deallocate() }

  /// Calls a closure with the bytes, which are valid only during the call.
  package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try body(UnsafeBufferPointer(start: start, count: count))
  }

  /// Truncates the buffer to a given length, keeping its memory.
  package mutating func truncate(to length: Int) {
    precondition(length >= 0 && length <= count, "Can't truncate \(count) bytes to \(length).")
    count = length
  }

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

  @inline(__always)
  package mutating func appendReserved(_ byte: UInt8) {
    assert(count < capacity, "Reserve space before appending.")
    start[count] = byte
    count += 1
  }

  /// Appends a decimal number with up to three digits to reserved space.
  @inline(__always)
  package mutating func appendReserved(decimal number: UInt8) {
    if number >= 100 { appendReserved(UInt8(ascii: "0") + number / 100) }
    if number >= 10 { appendReserved(UInt8(ascii: "0") + number / 10 % 10) }
    appendReserved(UInt8(ascii: "0") + number % 10)
  }

  @inline(__always)
  mutating func replaceLast(_ byte: UInt8) { start[count - 1] = byte }

  mutating func remove(from first: Int, upTo end: Int) {
    start.advanced(by: first).update(from: start.advanced(by: end), count: count - end)
    count -= end - first
  }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    reserve(bytes.count)
    for byte in bytes { appendReserved(byte) }
  }
}
