#if os(Linux)
import Foundation

/// The heaps among which the C library divides the threads of the program.
enum MemoryArenas {
  private typealias SetOption = @convention(c) (Int32, Int32) -> Int32

  /// `M_ARENA_MAX` of glibc's `malloc.h`, which the module of the C library leaves out.
  private static let maximumCount: Int32 = -8

  /// Lets threads share a few heaps, where glibc would make eight for each processor.
  ///
  /// A dozen threads that each load a little otherwise keep what the others could use: 1.5 MB after a tour of all screens.
  /// C libraries without that function have no such heaps.
  static func limit(to count: Int32 = 2) {
    guard let symbol = dlsym(nil, "mallopt") else { return }
    _ = unsafeBitCast(symbol, to: SetOption.self)(maximumCount, count)
  }
}
#endif
