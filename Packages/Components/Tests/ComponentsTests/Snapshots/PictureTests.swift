import Components
import Testing

@Suite("Pictures for the documentation")
struct PictureTests {
  /// The columns of every picture.
  private static let width = 64

  @Test("The documentation shows every widget as it is drawn", arguments: WidgetSample.all.map(\.name))
  func pictures(_ name: String) throws {
    // Given the first states of a widget below each other
    let sample = try #require(WidgetSample.all.first { $0.name == name })
    let states = sample.states.prefix(4).map { state -> any Widget in
      let limit = sample.name == "ImageView" ? 24 : Self.width
      return Frame(
        state.widget,
        width: LengthRange(minimum: 1, ideal: limit, maximum: limit),
        height: sample.height.map { .fixed($0) }
      )
    }
    // When they are drawn as a picture
    let buffer = VStack(spacing: 1, children: states).buffer(width: Self.width, environment: .trueColor)
    let svg = buffer.svg(title: "\(name) in \(states.count) states")
    // Then that is the picture that the documentation has
    try Golden.expect(svg, matches: "../../../Sources/Components/Components.docc/Resources/\(name).svg")
  }
}
