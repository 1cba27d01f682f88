import BasicsTesting
import Testing

@testable import Components

@Suite("Documentation images")
struct PictureTests {
  /// The width of every image, in columns.
  private static let width = 64

  @Test("draws every widget so that it matches its documentation image", arguments: WidgetSample.all.map(\.name))
  func pictures(_ name: String) throws {
    // Given: the first states of a widget, stacked vertically
    let sample = try #require(WidgetSample.all.first { $0.name == name })
    let environment = RenderEnvironment.trueColor
    let shown = sample.states.filter { !["empty", "no data"].contains($0.name) }.prefix(5)
    let states = shown.map { name, widget -> any Widget in
      let limit = sample.name == "ImageView" ? 24 : Self.width
      let caption = Text(StyledText(name, environment.theme.typography.caption))
      let picture = Frame(
        widget,
        width: LengthRange(minimum: 1, ideal: limit, maximum: limit),
        height: sample.height.map { .fixed($0) }
      )
      return VStack(children: [caption, picture])
    }
    // When: they are drawn as SVG
    let stack = VStack(spacing: 1, children: states)
    let height = stack.heightRange(width: Self.width, in: environment).ideal
    let frame = stack.frame(size: Size(width: Self.width, height: height), environment: environment)
    let svg = frame.svg(title: "\(name) in \(states.count) states")
    // Then: the result matches the image in the documentation
    let file = "../../../Sources/Components/Components.docc/Resources/\(name).svg"
    #expect(try Golden.pictures.difference(of: svg, from: file) == nil)
  }
}
