#if os(Linux)
import Foundation

/// Freed memory that the allocator keeps from the system.
enum FreedMemory {
  private typealias Trim = @convention(c) (Int) -> Int32

  /// Returns it to the system; glibc would keep a decoded list's memory for the whole run (`malloc_trim(3)`).
  static func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }
}
#endif
