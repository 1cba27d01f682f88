@testable import Components

extension WidgetSample {
  /// Returns a drifting wave, computed without transcendental functions because they differ between platforms.
  static func wave(_ count: Int, gap: Range<Int> = 0..<0) -> [Double] {
    (0..<count).map { index in
      if gap.contains(index) { return .nan }
      let phase = Double(index % 24) / 24
      let triangle = phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase
      return 100 + Double(index) / 4 + 10 * triangle * (2 - abs(triangle))
    }
  }

  private static var days: ChartAxis { ChartAxis(label: { "d\(Int($0))" }) }

  private static func candles(_ count: Int) -> [Candle] {
    let values = wave(count + 1)
    return (0..<count).map { index in
      Candle(
        x: Double(index),
        open: values[index],
        high: max(values[index], values[index + 1]) + 3,
        low: min(values[index], values[index + 1]) - 2,
        close: values[index + 1]
      )
    }
  }

  private static let download = ProgressReading(
    completed: 42_000_000,
    total: 100_000_000,
    rate: 1_250_000,
    elapsed: .seconds(34),
    remaining: .seconds(46)
  )

  static var charts: [WidgetSample] {
    [
      WidgetSample(
        "Sparkline",
        [
          ("rising", Sparkline(wave(30), label: "Price")), ("gap", Sparkline(wave(30, gap: 8..<12))),
          ("many", Sparkline(wave(500))), ("flat", Sparkline([3, 3, 3])),
          ("fixed scale", Sparkline(wave(30), range: 0...200)), ("empty", Sparkline([])),
        ]
      ),
      WidgetSample(
        "LineChart",
        [
          ("one line", LineChart([ChartSeries("Bitcoin", values: wave(90))], xAxis: days, target: "chart")),
          ("gap", LineChart([ChartSeries("Bitcoin", values: wave(90, gap: 30..<45))], xAxis: days)),
          (
            "two lines and a cursor",
            LineChart(
              [ChartSeries("Bitcoin", values: wave(90)), ChartSeries("Ether", values: wave(90).reversed())],
              xAxis: days,
              cursor: 30
            )
          ),
          ("cursor", LineChart([ChartSeries("Bitcoin", values: wave(90))], xAxis: days, cursor: 89)),
          ("area", LineChart([ChartSeries("Bitcoin", values: wave(90))], xAxis: days, isFilled: true)),
          ("extremes", LineChart([ChartSeries("Bitcoin", values: wave(90))], xAxis: days, marksExtremes: true)),
          (
            "volume",
            Frame(
              LineChart(
                [ChartSeries("Bitcoin", values: wave(90))],
                xAxis: days,
                showsHeader: false,
                isFilled: true,
                marksExtremes: true,
                volume: ChartSeries("Vol", values: wave(90).reversed()),
                target: "chart"
              ),
              height: .fixed(20)
            )
          ),
          ("flat", LineChart([ChartSeries("Tether", values: [1, 1, 1])], xAxis: days)),
          ("one point", LineChart([ChartSeries("Bitcoin", values: [3])])),
          ("no data", LineChart([ChartSeries("Bitcoin", values: [])])),
        ]
      ),
      WidgetSample(
        "ColumnChart",
        [
          ("volume", ColumnChart(ChartSeries("Volume", values: wave(60)), xAxis: days, target: "chart")),
          ("gap", ColumnChart(ChartSeries("Volume", values: wave(60, gap: 20..<30)), xAxis: days)),
          ("negative", ColumnChart(ChartSeries("Change", values: [2, -1, 0, 3, -4]))),
          ("no data", ColumnChart(ChartSeries("", values: []))),
        ]
      ),
      WidgetSample(
        "CandleChart",
        [
          ("few", CandleChart("Bitcoin", candles: candles(20), xAxis: days, target: "chart")),
          ("many", CandleChart("Bitcoin", candles: candles(300), xAxis: days, target: "chart")),
          ("one", CandleChart("Bitcoin", candles: candles(1))), ("no data", CandleChart(candles: [])),
        ]
      ),
      WidgetSample(
        "ProgressBar",
        [
          ("start", ProgressBar("Photos", fraction: 0)), ("half", ProgressBar("Photos", fraction: 0.5)),
          ("almost", ProgressBar("Photos", fraction: 0.999)),
          ("done", ProgressBar("Photos", fraction: 1, tone: .positive)),
          ("rate", ProgressBar("Download", reading: download, unit: .bytes)),
          ("unknown", ProgressBar("Working", fraction: nil)), ("no label", ProgressBar(fraction: 0.3)),
        ]
      ),
      WidgetSample(
        "Avatar",
        [
          ("row", Avatar("Ada Lovelace")), ("picture", Avatar("Grace Hopper", rows: 3)), ("one name", Avatar("Zoë")),
          ("wide", Avatar("李 明")), ("no letters", Avatar("42 !")), ("empty", Avatar("", rows: 3)),
        ]
      ),
      WidgetSample(
        "ImageView",
        [
          ("contained", ImageView(picture, description: "A sunrise"))
        ]
      ),
    ]
  }

  static let picture: PixelImage = {
    let side = 24
    var bytes: [UInt8] = []
    for y in 0..<side {
      for x in 0..<side {
        let distance = (2 * x - side + 1) * (2 * x - side + 1) + (2 * y - side + 1) * (2 * y - side + 1)
        bytes += [UInt8(x * 10), UInt8(y * 10), 160, distance < side * side ? 255 : 0]
      }
    }
    guard let image = PixelImage(width: side, height: side, bytes: bytes) else { fatalError("The sample is no image.") }
    return image
  }()
}
