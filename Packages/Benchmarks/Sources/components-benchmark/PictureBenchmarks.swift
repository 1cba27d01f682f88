import BenchmarkTools
import Components

/// Charts and images.
enum PictureBenchmarks {
  static func run(into table: ResultTable) {
    let points = (0..<100_000).map { index -> Double in
      let phase = Double(index % 5_000) / 5_000
      return 100 + Double(index % 37) + 40 * phase * (1 - phase) + Double(index) / 2_000
    }
    let chart = LineChart([ChartSeries("Price", values: points)], cursor: 50_000)
    let size = Size(width: 200, height: 50)
    var buffer = CellBuffer(size: size)
    let drawn = ProcessorClock.best {
      let frame = chart.frame(size: size, environment: RenderEnvironment(), reusing: buffer)
      buffer = frame.buffer
      return frame.targets.count
    }
    table.add("line chart of 100,000 points at 200 × 50", drawn * 1e3, .milliseconds, .atMost(5))

    var bytes: [UInt8] = []
    for y in 0..<256 { for x in 0..<256 { bytes += [UInt8(x), UInt8(y), UInt8((x ^ y) & 255), 255] } }
    guard let image = PixelImage(width: 256, height: 256, bytes: bytes) else {
      fatalError("The pixels are not 256 × 256.")
    }
    let view = ImageView(image, description: "A pattern", fit: .fill)
    let scaled = ProcessorClock.best(runs: 10) {
      view.frame(size: Size(width: 32, height: 16), environment: RenderEnvironment()).targets.count
    }
    table.add("image of 256 × 256 pixels in 32 × 16 cells", scaled * 1e3, .milliseconds, .atMost(1))
  }
}
