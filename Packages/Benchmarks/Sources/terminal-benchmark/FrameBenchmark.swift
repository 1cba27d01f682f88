import BenchmarkTools
import Components
import Terminal

/// Measures the way from one picture to another, and back.
struct FrameBenchmark {
  let table: ResultTable

  /// Adds the bytes and microseconds of a frame.
  func run(
    _ name: String,
    from old: any Widget,
    to new: any Widget,
    byteLimit: Double? = nil,
    limit: Double? = nil
  ) {
    let renderer = FrameRenderer()
    let environment = RenderEnvironment()
    let first = old.frame(size: Frames.size, environment: environment)
    let second = new.frame(size: Frames.size, environment: environment, reusing: first.buffer)
    _ = renderer.render(first)
    let bytes = renderer.render(second).count
    _ = renderer.render(first)
    let pair = ProcessorClock.best(runs: 100) { renderer.render(second).count + renderer.render(first).count }
    table.add(name, Double(bytes), .bytes, byteLimit.map(Claim.atMost))
    table.add("  finding and writing them", pair / 2 * 1e6, .microseconds, limit.map(Claim.atMost))
  }
}
