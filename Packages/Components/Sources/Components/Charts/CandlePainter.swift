/// Draws one candle, to half a cell.
struct CandlePainter {
  let candle: Candle
  let scale: ChartScale

  /// What fills half a cell.
  private enum Part {
    case nothing, wick, body
  }

  func draw(column: Int, on canvas: inout Canvas) {
    let environment = canvas.environment
    let halves = canvas.size.height * 2
    guard halves > 0 else { return }
    func place(_ value: Double) -> Int { halves - 1 - scale.place(of: value, count: halves) }
    let wick = place(max(candle.high, candle.open, candle.close))...place(min(candle.low, candle.open, candle.close))
    let body = place(max(candle.open, candle.close))...place(min(candle.open, candle.close))
    func part(_ half: Int) -> Part { body.contains(half) ? .body : wick.contains(half) ? .wick : .nothing }
    let palette = environment.theme.palette
    let style = TextStyle.foreground(candle.isRising ? palette.positive : palette.negative)
    for row in (wick.lowerBound / 2)...(wick.upperBound / 2) {
      var (upper, lower) = (part(row * 2), part(row * 2 + 1))
      // Blocks leave no room for a line in their cell: one that goes on in the next cell would seem torn off.
      if !candle.isRising, upper == .wick, lower == .body, wick.contains(row * 2 - 1) { upper = .body }
      if !candle.isRising, upper == .body, lower == .wick, wick.contains(row * 2 + 2) { lower = .body }
      let sign = sign(upper, lower, environment.glyphs)
      canvas.write(StyledText(safe: sign, style), at: Point(x: column, y: row))
    }
  }

  private func sign(_ upper: Part, _ lower: Part, _ glyphs: GlyphSet) -> String {
    let hasBody = upper == .body || lower == .body
    guard glyphs == .unicode else { return hasBody ? (candle.isRising ? "o" : "#") : "|" }
    // Thick lines for rising candles, blocks for falling ones, which hide a line that ends in the same cell.
    switch (upper, lower) {
    case (.body, .body): return candle.isRising ? "\u{2503}" : "\u{2588}"
    case (.body, .wick): return candle.isRising ? "\u{257F}" : "\u{2580}"
    case (.wick, .body): return candle.isRising ? "\u{257D}" : "\u{2584}"
    case (.body, .nothing): return candle.isRising ? "\u{2579}" : "\u{2580}"
    case (.nothing, .body): return candle.isRising ? "\u{257B}" : "\u{2584}"
    case (.wick, .nothing): return "\u{2575}"
    case (.nothing, .wick): return "\u{2577}"
    case (.wick, .wick): return "\u{2502}"
    case (.nothing, .nothing): return " "
    }
  }
}
