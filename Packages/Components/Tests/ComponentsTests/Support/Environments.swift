@testable import Components

extension RenderEnvironment {
  static let plain = RenderEnvironment(capabilities: .plain)
  static let ascii = RenderEnvironment(capabilities: .plain, glyphs: .ascii)
  static let trueColor = RenderEnvironment()

  static func depth(_ depth: ColorDepth) -> RenderEnvironment {
    RenderEnvironment(
      capabilities: OutputCapabilities(colorDepth: depth, showsAttributes: true, showsHyperlinks: true)
    )
  }
}
