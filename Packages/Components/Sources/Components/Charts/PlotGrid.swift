/// A grid of dots in cells: two by four in Braille patterns, one by two in ASCII.
struct PlotGrid {
  private let glyphs: GlyphSet
  private let cells: Size
  private var dots: [UInt8]
  private var owners: [UInt8]

  let width: Int
  let height: Int

  init(cells: Size, glyphs: GlyphSet) {
    self.cells = cells
    self.glyphs = glyphs
    width = cells.width * (glyphs == .unicode ? 2 : 1)
    height = cells.height * (glyphs == .unicode ? 4 : 2)
    dots = Array(repeating: 0, count: cells.width * cells.height)
    owners = Array(repeating: 0, count: cells.width * cells.height)
  }

  /// Sets a dot, which must be in the grid.
  @inline(__always)
  mutating func set(x: Int, y: Int, owner: UInt8) {
    let cell: Int
    let bit: UInt8
    if glyphs == .unicode {
      cell = (y >> 2) * cells.width + (x >> 1)
      bit = Self.brailleBit(column: x & 1, row: y & 3)
    } else {
      cell = (y >> 1) * cells.width + x
      bit = 1 << UInt8(y & 1)
    }
    dots[cell] |= bit
    owners[cell] = owner
  }

  /// Returns a dot's bit in U+2800–U+28FF (Unicode chapter 21.1).
  @inline(__always)
  private static func brailleBit(column: Int, row: Int) -> UInt8 {
    row < 3 ? 1 << UInt8(row + 3 * column) : 0x40 << UInt8(column)
  }

  /// Sets the dots on a line between two points in the grid (Bresenham's algorithm).
  mutating func line(from start: Point, to end: Point, owner: UInt8) {
    let stepX = start.x < end.x ? 1 : -1
    let stepY = start.y < end.y ? 1 : -1
    let width = abs(end.x - start.x)
    let height = -abs(end.y - start.y)
    var error = width + height
    var place = start
    while true {
      set(x: place.x, y: place.y, owner: owner)
      if place == end { return }
      let doubled = 2 * error
      if doubled >= height {
        error += height
        place.x += stepX
      }
      if doubled <= width {
        error += width
        place.y += stepY
      }
    }
  }

  func cell(of point: ChartPoint, _ frame: ChartFrame) -> Point {
    let row = height - 1 - frame.vertical.place(of: point.y, count: height)
    return Point(
      x: frame.horizontal.place(of: point.x, count: width) * cells.width / max(width, 1),
      y: row * cells.height / max(height, 1)
    )
  }

  /// Returns the row of the first owner's top dot in a column, or the row below if the dot is in a cell's lower half.
  func areaTop(column: Int) -> Int? {
    for row in 0..<cells.height {
      let index = row * cells.width + column
      guard dots[index] != 0, owners[index] == 0 else { continue }
      // Test the upper two of the four rows of Braille dots.
      return dots[index] & 0b0001_1011 != 0 ? row : row + 1
    }
    return nil
  }

  func draw(on canvas: inout Canvas, at origin: Point, colors: [Color]) {
    let styles = colors.map { TextStyle.foreground($0) }
    for row in 0..<cells.height {
      for column in 0..<cells.width {
        let index = row * cells.width + column
        guard dots[index] != 0 else { continue }
        let text = StyledText(safe: sign(dots[index]), styles[Int(owners[index])])
        canvas.write(text, at: Point(x: origin.x + column, y: origin.y + row))
      }
    }
  }

  private func sign(_ bits: UInt8) -> String {
    guard glyphs == .unicode else { return bits == 1 ? "'" : bits == 2 ? "." : ":" }
    return Unicode.Scalar(0x2800 + UInt32(bits)).map { String($0) } ?? " "
  }
}
