@testable import Components

extension RenderEnvironment {
  /// No colours and no attributes.
  static let plain = RenderEnvironment(capabilities: .plain)
  /// No colours and no attributes, and ASCII only.
  static let ascii = RenderEnvironment(capabilities: .plain, glyphs: .ascii)
  /// All colours.
  static let trueColor = RenderEnvironment()

  /// A depth with attributes and links.
  static func depth(_ depth: ColorDepth) -> RenderEnvironment {
    RenderEnvironment(
      capabilities: OutputCapabilities(colorDepth: depth, showsAttributes: true, showsHyperlinks: true)
    )
  }
}
