/// Draws the points of a series as a line of dots.
///
/// Of the points that fall into one column of dots the first, the least, the greatest and the last are what can be seen;
/// drawing those gives the same picture as drawing them all, however many there are, and no peak is lost.
struct LinePlotter {
  let horizontal: ChartScale
  let vertical: ChartScale

  func draw(_ points: [ChartPoint], owner: UInt8, into grid: inout PlotGrid) {
    guard grid.width > 0, grid.height > 0 else { return }
    var column: Column?
    for point in points {
      guard point.y.isFinite else {
        if let finished = column { finished.draw(owner: owner, into: &grid) }
        column = nil
        continue
      }
      guard point.x >= horizontal.lower, point.x <= horizontal.upper else { continue }
      let x = horizontal.place(of: point.x, count: grid.width)
      let y = grid.height - 1 - vertical.place(of: point.y, count: grid.height)
      guard var current = column else {
        column = Column(x: x, y: y)
        continue
      }
      if x == current.x {
        current.add(y)
        column = current
      } else {
        current.draw(owner: owner, into: &grid)
        grid.line(from: Point(x: current.x, y: current.last), to: Point(x: x, y: y), owner: owner)
        column = Column(x: x, y: y)
      }
    }
    column?.draw(owner: owner, into: &grid)
  }

  /// What falls into one column of dots.
  private struct Column {
    let x: Int
    var top: Int
    var bottom: Int
    var last: Int

    init(x: Int, y: Int) {
      self.x = x
      top = y
      bottom = y
      last = y
    }

    mutating func add(_ y: Int) {
      if y < top { top = y }
      if y > bottom { bottom = y }
      last = y
    }

    func draw(owner: UInt8, into grid: inout PlotGrid) {
      for y in top...bottom { grid.set(x: x, y: y, owner: owner) }
    }
  }
}
