import Components

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// A row of a picture, compared with the same row of another one of the same size.
struct RowChange {
  let y: Int
  let width: Int
  /// The column after the last cell that shows anything.
  let newEnd: Int
  private let new: UnsafeBufferPointer<Cell>
  /// Nothing where all of the row has to be written.
  private let old: UnsafeBufferPointer<Cell>?
  private let start: Int

  init(_ y: Int, _ width: Int, _ new: UnsafeBufferPointer<Cell>, _ old: UnsafeBufferPointer<Cell>?) {
    self.y = y
    self.width = width
    self.new = new
    self.old = old
    start = y * width
    if let old { isEmpty = CellBits.areEqual(new, old, start..<start + width) } else { isEmpty = false }
    newEnd = isEmpty ? 0 : Self.end(of: new, from: start, width: width)
  }

  /// Whether nothing has changed.
  let isEmpty: Bool

  private static func end(of cells: UnsafeBufferPointer<Cell>, from start: Int, width: Int) -> Int {
    var end = width
    while end > 0 && cells[start + end - 1].isEmpty { end -= 1 }
    return end
  }

  /// The place of a column in the buffer.
  func index(_ x: Int) -> Int { start + x }

  func cell(_ x: Int) -> Cell { new[start + x] }

  func isContinuation(_ x: Int) -> Bool { new[start + x].symbol.rawValue == 0 }

  /// Whether a cell has to be written; of a wide cluster the first one says so, as the second has no look of its own.
  func differs(_ x: Int) -> Bool {
    guard let old else { return true }
    let index = start + x
    if CellBits.areEqual(new, old, index) { return false }
    return new[index].symbol.rawValue != 0 || old[index].symbol.rawValue != 0
  }

  /// Whether terminals disagree on what stands in a cell.
  func isDisputed(_ x: Int) -> Bool { DisputedClusters.contains(new[start + x].symbol) }

  /// Whether there is something beyond the last cell that shows anything.
  var needsClearing: Bool {
    guard let old else { return true }
    return old[start + newEnd..<start + width].contains { !$0.isEmpty }
  }

  /// So many cells that have not changed are written once more rather than skipped, which takes as many bytes or more.
  private static let smallGap = 4

  func endOfRun(from x: Int, forced: Int) -> Int {
    var end = x
    while end < newEnd && !isDisputed(end) {
      if old == nil || differs(end) || end < forced || isContinuation(end) {
        end += 1
        continue
      }
      var next = end
      while next < newEnd && next - end < Self.smallGap && isCheap(next, after: end - 1) && !differs(next) { next += 1 }
      guard next < newEnd, differs(next), !isContinuation(next), !isDisputed(next), next - end < Self.smallGap else {
        break
      }
      end = next
    }
    // A wide cluster is written whole.
    while end < width && end > x && isContinuation(end) { end += 1 }
    return max(end, x + 1)
  }

  /// Whether a cell takes one byte, looking like another one before it.
  private func isCheap(_ x: Int, after other: Int) -> Bool {
    // One code point of ASCII, not a cluster of the table with a small number.
    new[start + x].symbol.rawValue & ~0x7F == CellSymbol.blank.rawValue & ~0x7F
      && CellBits.lookSame(new, start + x, start + other)
  }
}

/// Cells as what they are in memory, which is compared faster than their parts.
enum CellBits {
  /// Whether all cells at the same places are the same.
  static func areEqual(_ left: UnsafeBufferPointer<Cell>, _ right: UnsafeBufferPointer<Cell>, _ range: Range<Int>)
    -> Bool
  {
    guard let mine = left.baseAddress, let other = right.baseAddress else { return true }
    let stride = MemoryLayout<Cell>.stride
    return memcmp(mine + range.lowerBound, other + range.lowerBound, range.count * stride) == 0
  }

  /// Whether two cells at the same place are the same.
  @inline(__always)
  static func areEqual(_ left: UnsafeBufferPointer<Cell>, _ right: UnsafeBufferPointer<Cell>, _ index: Int) -> Bool {
    let mine = UnsafeRawBufferPointer(left)
    let other = UnsafeRawBufferPointer(right)
    let offset = index * 16
    return mine.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      == other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      && mine.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
        == other.loadUnaligned(fromByteOffset: offset + 8, as: UInt64.self)
  }

  /// Whether two cells differ in nothing but what stands in them, which are the first four of their bytes.
  @inline(__always)
  static func lookSame(_ cells: UnsafeBufferPointer<Cell>, _ left: Int, _ right: Int) -> Bool {
    let bytes = UnsafeRawBufferPointer(cells)
    let (mine, other) = (left * 16, right * 16)
    return bytes.loadUnaligned(fromByteOffset: mine + 4, as: UInt32.self)
      == bytes.loadUnaligned(fromByteOffset: other + 4, as: UInt32.self)
      && bytes.loadUnaligned(fromByteOffset: mine + 8, as: UInt64.self)
        == bytes.loadUnaligned(fromByteOffset: other + 8, as: UInt64.self)
  }
}
