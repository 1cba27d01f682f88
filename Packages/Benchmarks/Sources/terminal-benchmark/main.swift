import BenchmarkTools
import Components
import Terminal

// Measures frames of 200 × 50 cells: the bytes sent to the terminal, and the processor time for computing and
// writing them, as the best of seven rounds.

let table = ResultTable("Frames of 200 x 50, from one frame to another and back; processor time")
let frames = FrameBenchmark(table: table)
frames.run(
  "an unchanged frame",
  from: Frames.text(shift: 0),
  to: Frames.text(shift: 0),
  byteLimit: 0,
  limit: 50
)
for place in Frames.corners {
  frames.run(
    "one changed cell at \(place.x), \(place.y)",
    from: Frames.text(shift: 0),
    to: Frames.text(shift: 0, changing: place),
    byteLimit: 20,
    limit: 50
  )
}
frames.run("text scrolled by a row", from: Frames.text(shift: 0), to: Frames.text(shift: 1), limit: 50)
frames.run("every cell of a text", from: Frames.text(shift: 0), to: Frames.text(shift: 7), limit: 50)
frames.run("a table in colors, scrolled by a row", from: Frames.table(shift: 0), to: Frames.table(shift: 1))
frames.run("Chinese text, scrolled by a row", from: Frames.chinese(shift: 0), to: Frames.chinese(shift: 1))
frames.run("emoji, every cell", from: Frames.emoji(shift: 0), to: Frames.emoji(shift: 1))
frames.run("a true-color image", from: Frames.picture(shift: 0), to: Frames.picture(shift: 99), limit: 400)
try table.show()

/// A benchmark of changing from one frame to another and back.
struct FrameBenchmark {
  let table: ResultTable

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

enum Frames {
  static let size = Size(width: 200, height: 50)

  /// The positions with the cheapest and the most expensive changes.
  static let corners = [Point(x: 0, y: 0), Point(x: 199, y: 49), Point(x: 100, y: 25)]

  private static let words = Array(
    "The quick brown fox jumps over the lazy dog while five boxing wizards watch it, and no cat knows why that is so. "
  )

  private static func line(_ row: Int) -> String {
    String((0..<size.width).map { words[($0 * 7 + row * 31) % words.count] })
  }

  static func text(shift: Int, changing place: Point? = nil) -> any Widget {
    let rows = (0..<size.height).map { row -> String in
      var letters = Array(line(row + shift))
      if let place, place.y == row { letters[place.x] = letters[place.x] == "#" ? "+" : "#" }
      return String(letters)
    }
    return Text(rows.joined(separator: "\n"), wrapping: .truncated(.end))
  }

  static func chinese(shift: Int) -> any Widget {
    let rows = (0..<size.height).map { row in
      String(
        String.UnicodeScalarView(
          (0..<size.width / 2).compactMap { Unicode.Scalar(UInt32(0x4E00 + ($0 * 13 + (row + shift) * 101) % 20_000)) }
        )
      )
    }
    return Text(rows.joined(separator: "\n"), wrapping: .truncated(.end))
  }

  static func emoji(shift: Int) -> any Widget {
    let signs = ["😀", "❤️", "👩‍🚀", "🇩🇪", "✌🏻", "🦊"]
    let rows = (0..<size.height).map { row in
      (0..<size.width / 2).map { signs[($0 + row + shift) % signs.count] }.joined()
    }
    return Text(rows.joined(separator: "\n"), wrapping: .truncated(.end))
  }

  static func table(shift: Int) -> any Widget {
    VStack(
      children: (0..<size.height).map { row in
        let number = row + shift
        let tone: TextStyle = number % 3 == 0 ? .foreground(.hex(0xE06C75)) : .foreground(.hex(0x98C379))
        return HStack(
          children: [
            Text(StyledText("Coin number \(number)", .bold)),
            Text(StyledText("\(number * 7919 % 100_000).\(number % 100)")),
            Text(StyledText("\(number * 31 % 100) %", tone)),
            Text(StyledText(String(line(number).prefix(120)), TextStyle(attributes: .dim))),
          ]
        )
      }
    )
  }

  static func picture(shift: Int) -> any Widget {
    let (width, height) = (size.width, size.height * 2)
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        bytes += [UInt8(truncatingIfNeeded: x * 3 + shift), UInt8(truncatingIfNeeded: y * 5 + x + shift)]
        bytes += [UInt8(truncatingIfNeeded: x * y + shift * 3), 255]
      }
    }
    guard let image = PixelImage(width: width, height: height, bytes: bytes) else {
      fatalError("The number of bytes doesn't match the image's size.")
    }
    return ImageView(image, description: "A pattern")
  }
}
