import Components

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The differences between a row and the corresponding row in another buffer of the same size.
struct RowChange {
  let y: Int
  let width: Int
  /// The column after the last cell with visible content.
  let newEnd: Int
  private let new: UnsafeBufferPointer<Cell>
  /// The old row, or `nil` if the whole row must be written.
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

  let isEmpty: Bool

  private static func end(of cells: UnsafeBufferPointer<Cell>, from start: Int, width: Int) -> Int {
    var end = width
    while end > 0 && cells[start + end - 1].isEmpty { end -= 1 }
    return end
  }

  func index(_ x: Int) -> Int { start + x }

  func cell(_ x: Int) -> Cell { new[start + x] }

  func isContinuation(_ x: Int) -> Bool { new[start + x].symbol.rawValue == 0 }

  /// Returns whether a cell must be written, ignoring cells that are the second half of a wide cluster in both rows.
  func differs(_ x: Int) -> Bool {
    guard let old else { return true }
    let index = start + x
    if CellBits.areEqual(new, old, index) { return false }
    return new[index].symbol.rawValue != 0 || old[index].symbol.rawValue != 0
  }

  func isDisputed(_ x: Int) -> Bool { DisputedClusters.contains(new[start + x].symbol) }

  /// Whether the old row has visible content after the end of the new one.
  var needsClearing: Bool {
    guard let old else { return true }
    return old[start + newEnd..<start + width].contains { !$0.isEmpty }
  }

  /// The minimum length of an unchanged gap that is cheaper to skip than to rewrite.
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
    // Write a wide cluster completely.
    while end < width && end > x && isContinuation(end) { end += 1 }
    return max(end, x + 1)
  }

  /// Returns whether a cell contains ASCII in the same style as another cell, so writing it takes one byte.
  private func isCheap(_ x: Int, after other: Int) -> Bool {
    // Only ASCII code points meet this condition, not clusters with a small index in the table.
    new[start + x].symbol.rawValue & ~0x7F == CellSymbol.blank.rawValue & ~0x7F
      && CellBits.lookSame(new, start + x, start + other)
  }
}

enum CellBits {
  static func areEqual(_ left: UnsafeBufferPointer<Cell>, _ right: UnsafeBufferPointer<Cell>, _ range: Range<Int>)
    -> Bool
  {
    guard let mine = left.baseAddress, let other = right.baseAddress else { return true }
    let stride = MemoryLayout<Cell>.stride
    return memcmp(mine + range.lowerBound, other + range.lowerBound, range.count * stride) == 0
  }

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

  /// Returns whether two cells differ at most in their symbols, which are the first four bytes of a cell.
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
