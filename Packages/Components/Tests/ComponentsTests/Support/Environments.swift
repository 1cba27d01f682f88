@testable import Components

extension RenderEnvironment {
  /// No colors and attributes.
  static let plain = RenderEnvironment(capabilities: .plain)
  /// No colors and attributes, in ASCII.
  static let ascii = RenderEnvironment(capabilities: .plain, glyphs: .ascii)
  /// All colors.
  static let trueColor = RenderEnvironment()

  /// A color depth with attributes and links.
  static func depth(_ depth: ColorDepth) -> RenderEnvironment {
    RenderEnvironment(
      capabilities: OutputCapabilities(colorDepth: depth, showsAttributes: true, showsHyperlinks: true)
    )
  }
}
