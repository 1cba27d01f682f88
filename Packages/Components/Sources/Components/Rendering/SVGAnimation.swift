/// An animated SVG image of successive screens, without scripts.
///
/// Rows shared by several screens are stored only once. Viewers without animation support, and users who prefer reduced
/// motion, see the first screen.
public struct SVGAnimation {
  private let title: String
  private let appearance: Appearance
  private var frames: [(rows: [String], milliseconds: Int)] = []
  private var size = Size(width: 0, height: 0)

  /// Creates an animation without screens, with a description for screen readers and default colors.
  public init(title: String, appearance: Appearance = .dark) {
    self.title = title.sanitized(.singleLine)
    self.appearance = appearance
  }

  /// Adds a screen that is shown for a number of milliseconds, at least 1.
  public mutating func add(_ buffer: CellBuffer, milliseconds: Int) {
    let writer = SVGWriter(buffer: buffer, appearance: appearance)
    frames.append(((0..<buffer.size.height).map(writer.row), max(milliseconds, 1)))
    size = Size(width: max(size.width, buffer.size.width), height: max(size.height, buffer.size.height))
  }

  /// The SVG document, whose animation repeats forever.
  public var document: String {
    var output = SVGWriter.head(size, title: title, appearance: appearance)
    let shared = sharedRows
    output += style + "<defs>\n"
    for (row, id) in shared.sorted(by: { $0.value < $1.value }) { output += "<g id=\"r\(id)\">\n\(row)</g>\n" }
    output += "</defs>\n"
    for (index, frame) in frames.enumerated() {
      output += "<g class=\"f f\(index)\">\n"
      for row in frame.rows where !row.isEmpty { output += shared[row].map { "<use href=\"#r\($0)\"/>\n" } ?? row }
      output += "</g>\n"
    }
    return output + SVGWriter.foot
  }

  /// A number for each row shared by several screens, keyed by the row's content.
  private var sharedRows: [String: Int] {
    var seen: Set<String> = []
    var shared: [String: Int] = [:]
    for row in frames.flatMap(\.rows) where !row.isEmpty && !seen.insert(row).inserted && shared[row] == nil {
      shared[row] = shared.count
    }
    return shared
  }

  private var style: String {
    let total = frames.reduce(0) { $0 + $1.milliseconds }
    var rules = ".f{visibility:hidden;animation:\(total)ms step-end infinite}\n.f0{visibility:visible}\n"
    var start = 0
    for (index, frame) in frames.enumerated() {
      let end = start + frame.milliseconds
      var stops: [(place: Int, value: String)] = []
      if start > 0 { stops.append((0, "hidden")) }
      stops.append((start, "visible"))
      if end < total { stops.append((end, "hidden")) }
      let steps = stops.map { "\(Self.percent($0.place, of: total)){visibility:\($0.value)}" }.joined()
      rules += ".f\(index){animation-name:a\(index)}@keyframes a\(index){\(steps)}\n"
      start = end
    }
    return "<style>\n\(rules)@media(prefers-reduced-motion:reduce){.f{animation:none}}\n</style>\n"
  }

  /// Returns a percentage with up to three decimals, without Foundation.
  private static func percent(_ part: Int, of total: Int) -> String {
    let thousandths = total > 0 ? part * 100_000 / total : 0
    let digits = String(thousandths % 1000)
    let fraction = thousandths % 1000 == 0 ? "" : "." + String(repeating: "0", count: 3 - digits.count) + digits
    return "\(thousandths / 1000)\(fraction)%"
  }
}
