/// Takes the lines of widgets that are read out one after another.
public struct LinearReader {
  /// How the text is made.
  public let environment: RenderEnvironment
  private let take: (StyledText) -> Void

  /// Creates a reader that hands on every line as soon as it is read.
  public init(environment: RenderEnvironment, take: @escaping (StyledText) -> Void) {
    self.environment = environment
    self.take = take
  }

  /// Reads a text, each of its lines apart; lines without text are left out.
  public mutating func read(_ text: StyledText) {
    guard !text.isEmpty else { return }
    for line in text.wrapped(to: Int.max) where !line.isEmpty { take(line) }
  }

  /// Reads a widget.
  public mutating func read(_ widget: some Widget) { widget.read(to: &self) }

  /// Reads widgets that belong together: as one line if each is one line or less, else one after another.
  public mutating func read(together widgets: [any Widget], separator: String = " ") {
    let parts = widgets.map { $0.linearLines(in: environment) }.filter { !$0.isEmpty }
    if parts.allSatisfy({ $0.count == 1 }) {
      read(parts.map { $0[0] }.joined(separator: StyledText(separator)))
    } else {
      for line in parts.joined() { read(line) }
    }
  }
}

extension Widget {
  /// The lines that the widget reads itself out in.
  public func linearLines(in environment: RenderEnvironment) -> [StyledText] {
    var lines: [StyledText] = []
    withoutActuallyEscaping({ lines.append($0) }) { take in
      var reader = LinearReader(environment: environment, take: take)
      read(to: &reader)
    }
    return lines
  }
}
