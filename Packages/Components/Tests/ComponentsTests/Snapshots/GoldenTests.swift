import BasicsTesting
import Testing

@testable import Components

@Suite("Pictures of the widgets")
struct GoldenTests {
  @Test(
    "Every widget looks as it did, in every state, at three widths, in all colours, in ASCII and read out",
    arguments: WidgetSample.all.map(\.name)
  )
  func pictures(_ name: String) throws {
    let sample = try #require(WidgetSample.all.first { $0.name == name })
    // Given a widget in several states
    // When it is drawn at every width and with every depth of colour
    let pictures = sample.pictures
    // Then that is what the file holds that a person has looked at
    #expect(try Golden.pictures.difference(of: pictures, from: sample.name + ".txt") == nil)
  }
}

extension Golden {
  /// The checked pictures of the widgets.
  static let pictures = Golden(
    folder: "../Golden",
    besideFile: #filePath,
    rewriteVariable: "COMPONENTS_REWRITE_GOLDEN"
  )
}
