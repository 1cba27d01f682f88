import Components
import Terminal

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Measures the way from one picture to another, and back.
enum FrameBenchmark {
  /// Prints bytes and microseconds of a frame.
  static func run(_ name: String, from old: any Widget, to new: any Widget, byteLimit: Int? = nil, limit: Double? = nil)
  {
    let renderer = FrameRenderer()
    let environment = RenderEnvironment()
    let first = old.frame(size: Frames.size, environment: environment)
    let second = new.frame(size: Frames.size, environment: environment, reusing: first.buffer)
    _ = renderer.render(first)
    let bytes = renderer.render(second).count
    _ = renderer.render(first)
    var best = Double.infinity
    var sum = 0
    for _ in 0..<7 {
      let start = now()
      for _ in 0..<100 { sum += renderer.render(second).count + renderer.render(first).count }
      best = min(best, (now() - start) / 200)
    }
    precondition(sum >= 0)
    let isMissed = byteLimit.map { bytes > $0 } ?? false || limit.map { best > $0 } ?? false
    var line = "  \(name): \(bytes) bytes"
    if let byteLimit { line += " (at most \(byteLimit))" }
    line += ", \((best * 10).rounded() / 10) µs"
    if let limit { line += " (at most \(Int(limit)))" }
    print(isMissed ? line + ", MISSED" : line)
  }

  /// The processor time of this thread, in microseconds.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
  }
}
