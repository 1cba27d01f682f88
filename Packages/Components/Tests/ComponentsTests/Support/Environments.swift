@testable import Components

extension RenderEnvironment {
  /// An environment without colors and attributes.
  static let plain = RenderEnvironment(capabilities: .plain)
  /// An ASCII environment without colors and attributes.
  static let ascii = RenderEnvironment(capabilities: .plain, glyphs: .ascii)
  /// An environment with all colors.
  static let trueColor = RenderEnvironment()

  /// Returns an environment with a color depth, attributes and links.
  static func depth(_ depth: ColorDepth) -> RenderEnvironment {
    RenderEnvironment(
      capabilities: OutputCapabilities(colorDepth: depth, showsAttributes: true, showsHyperlinks: true)
    )
  }
}
