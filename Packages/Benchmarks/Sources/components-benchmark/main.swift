import BenchmarkTools
import Components
import Foundation

// Benchmarks for Components in processor time, as the best of several rounds unless stated otherwise.

let table = ResultTable(
  "Text, compared with the C library's mbstowcs and wcswidth, which support neither clusters nor emoji sequences"
)
TextBenchmarks.run(into: table)
table.heading("Tables and lists, on a screen of 200 × 50")
RowBenchmarks.run(into: table)
table.heading("Fuzzy search of 10,000 coins and 100,000 employees, as in the palette")
SearchBenchmarks.run(into: table)
table.heading("Pictures")
PictureBenchmarks.run(into: table)
try table.show()

enum TextBenchmarks {
  private static let english = "The quick brown fox jumps over the lazy dog, and no cat knows what for. "
  private static let chinese = "天地玄黃宇宙洪荒日月盈昃辰宿列張寒來暑往秋收冬藏閏餘成歲律呂調陽。"
  private static let mixed = english + chinese + "Crème brûlée 👩‍🚀 déjà vu 🇩🇪 "

  static func run(into table: ResultTable) {
    // The C library measures the width of UTF-8 text only in a UTF-8 locale.
    let hasLocale = setlocale(LC_CTYPE, "C.UTF-8") != nil || setlocale(LC_CTYPE, "en_US.UTF-8") != nil
    width("width, ASCII, a code point", english, .atMost(5), hasLocale, table)
    width("width, CJK, a code point", chinese, .atMost(20), hasLocale, table)
    width("width, mixed with emoji, a code point", mixed, nil, hasLocale, table)
    wrap("wrapping, ASCII", english, .atLeast(50), table)
    wrap("wrapping, CJK", chinese, .atLeast(10), table)
    wrap("wrapping, mixed with emoji", mixed, nil, table)
  }

  /// The C function, looked up by name because the C library's module omits it.
  private static let wcswidth: (@convention(c) (UnsafePointer<wchar_t>?, Int) -> Int32)? = {
    guard let symbol = dlsym(dlopen(nil, RTLD_NOW), "wcswidth") else { return nil }
    return unsafeBitCast(symbol, to: (@convention(c) (UnsafePointer<wchar_t>?, Int) -> Int32).self)
  }()

  private static func text(_ sample: String, bytes: Int) -> String {
    String(repeating: sample, count: bytes / sample.utf8.count + 1)
  }

  private static func width(
    _ name: String,
    _ sample: String,
    _ claim: Claim?,
    _ hasLocale: Bool,
    _ table: ResultTable
  ) {
    let text = text(sample, bytes: 1_000_000)
    let count = Double(text.unicodeScalars.count)
    let own = ProcessorClock.best { text.displayWidth() } / count
    var peer = ""
    if hasLocale, let wcswidth {
      var wide = [wchar_t](repeating: 0, count: text.unicodeScalars.count + 1)
      let length = text.withCString { mbstowcs(&wide, $0, wide.count) }
      // `wcswidth` fails for characters that are newer than the library.
      if wcswidth(wide, length) >= 0 {
        let seconds = text.withCString { bytes in
          ProcessorClock.best { Int(wcswidth(wide, mbstowcs(&wide, bytes, wide.count))) }
        }
        let ratio = FigureUnit.number.text(own / (seconds / count))
        peer = "C library \(FigureUnit.nanoseconds.text(seconds / count * 1e9)), ratio \(ratio)"
      }
    }
    table.add(name, own * 1e9, .nanoseconds, claim, note: peer)
  }

  private static func wrap(_ name: String, _ sample: String, _ claim: Claim?, _ table: ResultTable) {
    // Paragraphs of about 2 KB, such as notes and biographies.
    let paragraph = text(sample, bytes: 2_000)
    let text = Array(repeating: paragraph, count: 500).joined(separator: "\n")
    let seconds = ProcessorClock.best { text.wrapped(to: 80).count }
    table.add(name, Double(text.utf8.count) / seconds / 1e6, .megabytesPerSecond, claim)
  }
}

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

    let area = LineChart(
      [ChartSeries("Price", values: Array(points.prefix(5_000)))],
      cursor: 2_500,
      isFilled: true,
      marksExtremes: true,
      volume: ChartSeries("Vol", values: Array(points.suffix(5_000)))
    )
    var environment = RenderEnvironment()
    environment.capabilities.colorDepth = .trueColor
    let filled = ProcessorClock.best {
      let frame = area.frame(size: size, environment: environment, reusing: buffer)
      buffer = frame.buffer
      return frame.targets.count
    }
    table.add(
      "area of 5,000 points with extremes and volume at 200 × 50",
      filled * 1e3,
      .milliseconds,
      .atMost(16)
    )

    var bytes: [UInt8] = []
    for y in 0..<256 { for x in 0..<256 { bytes += [UInt8(x), UInt8(y), UInt8((x ^ y) & 255), 255] } }
    guard let image = PixelImage(width: 256, height: 256, bytes: bytes) else {
      fatalError("The pixels are not 256 × 256.")
    }
    let view = ImageView(image, description: "A pattern")
    let scaled = ProcessorClock.best(runs: 10) {
      view.frame(size: Size(width: 32, height: 16), environment: RenderEnvironment()).targets.count
    }
    table.add("image of 256 × 256 pixels in 32 × 16 cells", scaled * 1e3, .milliseconds, .atMost(1))
  }
}

enum RowBenchmarks {
  private static let screen = Size(width: 200, height: 50)

  private struct Person: Sendable {
    let id: Int
    let name: String
    let team: Int
  }

  static func run(into table: ResultTable) {
    printTable(table)
    million(table)
    model(table)
  }

  /// Returns the cells of a row, which are the same as in ``RichPeer``'s table.
  private static func cells(_ row: Int) -> [StyledText] {
    [
      StyledText("\(row)"), StyledText("Coin \(row) 你好", .bold), StyledText("\(row * 7 % 100_000).\(row % 100)"),
      StyledText(row % 2 == 0 ? "+2.1 %" : "-0.4 %", .foreground(row % 2 == 0 ? .hex(0x6CCB7F) : .hex(0xF7768E))),
      StyledText("proof-of-work, layer-\(row % 9)"),
    ]
  }

  private static func printTable(_ results: ResultTable) {
    let seconds = ProcessorClock.best(rounds: 5) {
      let table = TextTable(
        columns: [
          .init("#", alignment: .trailing), .init("Name", isFlexible: true), .init("Price", alignment: .trailing),
          .init("24 h", alignment: .trailing), .init("Tags", isFlexible: true),
        ],
        rows: (0..<10_000).map { cells($0) }
      )
      return table.rendered(for: .terminal(width: 120)).utf8.count
    }
    let peer =
      switch RichPeer.seconds() {
      case .success(let rich):
        "Rich \(FigureUnit.milliseconds.text(rich * 1e3)), ratio \(FigureUnit.number.text(seconds / rich))"
      case .failure(let error): "Rich skipped: \(error)"
      }
    results.add("table of 10,000 × 5, created and printed", seconds * 1e3, .milliseconds, .atMost(30), note: peer)
  }

  private static func million(_ results: ResultTable) {
    var state = ListState(selection: 0)
    func frame() -> Int {
      let list = SectionedList(count: 1_000_000, state: state, target: "rows") { row in
        ListRow(
          StyledText("Row \(row)", .bold),
          detail: StyledText("of a million"),
          trailing: StyledText("\(row % 97)")
        )
      }
      state = list.revealed(height: screen.height)
      return list.frame(size: screen, environment: RenderEnvironment()).targets.count
    }
    let first = ProcessorClock.slowest(1) { _ in frame() }
    results.add("list of 1,000,000 rows, first frame", first * 1e3, .milliseconds, .atMost(2))
    let keys: [Key] = [.down, .pageDown, .end, .up, .pageUp, .home]
    let worst = ProcessorClock.slowest(600) { step in
      let press = KeyPress(keys[step % 7 % keys.count])
      return (state.handle(press, count: 1_000_000, page: screen.height) ? 1 : 0) + frame()
    }
    results.add("list of 1,000,000 rows, a key, the slowest of 600", worst * 1e3, .milliseconds, .atMost(2))
  }

  private static func model(_ results: ResultTable) {
    let people = (0..<100_000).map { index in
      Person(id: index, name: "Person \(index &* 7_919 % 100_003)", team: index % 50)
    }
    let byName = ListOrdering<Person>(by: \.name)
    let byTeam = ListGrouping<Person, Int>(by: \.team, title: { "Team \($0)" }, areInIncreasingOrder: <)
    var model = ListModel(people, id: \.id, ordering: byName, grouping: byTeam)
    let made = ProcessorClock.best(rounds: 3) {
      ListModel(people, id: \.id, ordering: byName, grouping: byTeam).count
    }
    results.add("model of 100,000 items, sorted and in 50 sections", made * 1e3, .milliseconds)
    let sorted = ProcessorClock.best(rounds: 3) { people.sorted { $0.name < $1.name }.count }
    results.add("  the standard library's sort alone", sorted * 1e3, .milliseconds)
    let matches = (0..<1_000).map { $0 * 97 }
    let filtered = ProcessorClock.best {
      model.setFilter(.indices(matches))
      return model.count
    }
    results.add("model of 100,000 items, a filter with 1,000 matches", filtered * 1e3, .milliseconds)
    model.setFilter(.all)
    let keys: [KeyPress] = [.character("j"), .character("}"), KeyPress(.pageDown), KeyPress(.end), .character("{")]
    let worst = ProcessorClock.slowest(600) { step in
      let isTaken = model.handle(keys[step % keys.count], page: screen.height)
      let list = model.list(target: "people") { ListRow(StyledText($0.name), detail: StyledText("Team \($0.team)")) }
      let frame = list.frame(size: screen, environment: RenderEnvironment())
      return frame.targets.count + (isTaken ? 1 : 0)
    }
    results.add("model of 100,000 items, a key with its frame, slowest", worst * 1e3, .milliseconds, .atMost(2))
  }
}

/// A peer that prints the same table with Python's Rich.
enum RichPeer {
  /// A program that creates and prints the table twice to /dev/null, and prints the shorter time.
  private static let program = """
    import os, time
    try:
        from rich.console import Console
        from rich.table import Table
    except ImportError:
        raise SystemExit(3)
    def run():
        start = time.process_time()
        table = Table(box=None)
        for name in ("#", "Name", "Price", "24 h", "Tags"):
            table.add_column(name, justify="left" if name in ("Name", "Tags") else "right")
        for row in range(10000):
            change = "[#6ccb7f]+2.1 %[/]" if row % 2 == 0 else "[#f7768e]-0.4 %[/]"
            table.add_row(str(row), f"[bold]Coin {row} 你好[/]", f"{row * 7 % 100000}.{row % 100}", change,
                          f"proof-of-work, layer-{row % 9}")
        with open(os.devnull, "w") as sink:
            Console(file=sink, width=120, force_terminal=True, color_system="truecolor").print(table)
        return time.process_time() - start
    print(min(run(), run()))
    """

  static func seconds() -> Result<Double, BenchmarkError> {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
    process.arguments = [python, "-c", program]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return .failure(BenchmarkError("\(python) can't be started"))
    }
    let line = output.readLine() ?? ""
    process.waitUntilExit()
    if let seconds = Double(line) { return .success(seconds) }
    let isInstalled = process.terminationStatus == 3
    let reason = isInstalled ? "Python has no module 'rich' (pip install rich)" : "\(python) isn't installed"
    return .failure(BenchmarkError(reason))
  }
}
