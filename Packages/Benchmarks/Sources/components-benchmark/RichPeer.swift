import Foundation

/// The same table printed by Rich, where Python has it.
enum RichPeer {
  /// What came out.
  enum Outcome {
    case seconds(Double)
    case missing(String)

    var measured: Double? {
      if case .seconds(let seconds) = self { seconds } else { nil }
    }
  }

  /// Makes and prints the table twice to a file that keeps nothing, and says the shorter time.
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

  static func seconds() -> Outcome {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    let python = ProcessInfo.processInfo.environment["PYTHON"] ?? "python3"
    process.arguments = [python, "-c", program]
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    do {
      try process.run()
    } catch {
      return .missing("\(python) can't be started")
    }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let text = String(decoding: data, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    if let seconds = Double(text) { return .seconds(seconds) }
    return .missing(
      process.terminationStatus == 3 ? "Python has no module 'rich' (pip install rich)" : "there is no \(python)"
    )
  }
}
