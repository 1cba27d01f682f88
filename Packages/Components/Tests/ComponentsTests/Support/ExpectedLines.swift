import Testing

@testable import Components

/// Expects a widget to draw the given lines, and otherwise shows both versions and the differing cells.
func expectLines(
  _ widget: some Widget,
  width: Int,
  height: Int,
  _ environment: RenderEnvironment,
  _ expected: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  let frame = widget.frame(size: Size(width: width, height: height), environment: environment)
  expectLines(frame.buffer, expected, sourceLocation: sourceLocation)
}

func expectLines(
  _ widget: some Widget,
  width: Int,
  height: Int,
  _ expected: [String],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  expectLines(widget, width: width, height: height, .plain, expected, sourceLocation: sourceLocation)
}

func expectLines(_ buffer: CellBuffer, _ expected: [String], sourceLocation: SourceLocation = #_sourceLocation) {
  let actual = buffer.lines
  // Rows after the expected ones must be empty.
  let padded = expected + Array(repeating: "", count: max(actual.count - expected.count, 0))
  guard actual != padded else { return }
  var differences: [String] = []
  for (row, (old, new)) in zip(padded, actual).enumerated() where old != new {
    for (column, (left, right)) in zip(cells(old, buffer.size.width), cells(new, buffer.size.width)).enumerated()
    where left != right && differences.count < 12 {
      differences.append("(\(column), \(row)): expected \"\(left)\", was \"\(right)\"")
    }
  }
  if padded.count != actual.count { differences.append("\(padded.count) lines expected, \(actual.count) drawn") }
  Issue.record(
    """
    expected:
    \(framed(padded))
    drawn:
    \(framed(actual))
    \(differences.joined(separator: "\n"))
    """,
    sourceLocation: sourceLocation
  )
}

private func framed(_ lines: [String]) -> String { lines.map { "|\($0)|" }.joined(separator: "\n") }

/// Returns the clusters in a line by column, with no text in the second column of a wide cluster.
private func cells(_ line: String, _ width: Int) -> [String] {
  var cells: [String] = []
  for character in line {
    cells.append(String(character))
    if character.displayWidth() == 2 { cells.append("") }
  }
  return cells + Array(repeating: " ", count: max(width - cells.count, 0))
}
