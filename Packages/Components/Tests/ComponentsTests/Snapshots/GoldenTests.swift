import BasicsTesting
import Testing

@testable import Components

@Suite("Widget snapshots")
struct GoldenTests {
  @Test(
    "matches the reviewed file for all states of a widget, at three widths and at all color depths",
    arguments: WidgetSample.all.map(\.name)
  )
  func pictures(_ name: String) throws {
    let sample = try #require(WidgetSample.all.first { $0.name == name })
    // Given: a widget in several states
    // When: the widget is drawn at every width and color depth
    let pictures = sample.pictures
    // Then: the result matches the reviewed file
    #expect(try Golden.pictures.difference(of: pictures, from: sample.name + ".txt") == nil)
  }
}

extension Golden {
  static let pictures = Golden(
    folder: "../Golden",
    besideFile: #filePath,
    rewriteVariable: "COMPONENTS_REWRITE_GOLDEN"
  )
}
