#if os(Linux)
import Foundation

/// What was freed and is still held back from the system.
enum FreedMemory {
  private typealias Trim = @convention(c) (Int) -> Int32

  /// Gives it back.
  ///
  /// Decoding and arranging a long list leaves a multiple of it in glibc's free lists, which keep it for the whole run otherwise (`malloc_trim(3)`).
  /// C libraries without that function give memory back by themselves.
  static func giveBack() {
    guard let symbol = dlsym(nil, "malloc_trim") else { return }
    _ = unsafeBitCast(symbol, to: Trim.self)(0)
  }
}
#endif
