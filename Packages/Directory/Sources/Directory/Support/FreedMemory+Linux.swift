#if os(Linux)
import Foundation

/// Memory that was freed but that the allocator still holds.
enum FreedMemory {
  private typealias Trim = @convention(c) (Int) -> Int32

  /// Returns freed memory to the system (`malloc_trim(3)`).
  ///
  /// glibc would otherwise keep a decoded list's memory until the program exits.
  static func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }
}
#endif
