#if os(Linux)
import Foundation

enum FreedMemory {
  private typealias Trim = @convention(c) (Int) -> Int32

  /// Returns freed memory to the system with `malloc_trim(3)`, because glibc could keep it until the program exits.
  static func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }
}
#endif
