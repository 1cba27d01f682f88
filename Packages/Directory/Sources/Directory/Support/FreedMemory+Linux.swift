#if os(Linux)
import Foundation

/// Freed memory that the allocator still holds.
enum FreedMemory {
  private typealias Trim = @convention(c) (Int) -> Int32

  /// Returns freed memory to the system (`malloc_trim(3)`).
  ///
  /// Otherwise, glibc would keep the memory from decoding a list until the program exits.
  static func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }
}
#endif
