import Components
import Images
import Networking

extension CompositionRoot {
  /// Returns the client for images, which sends no API keys because images can be on any host.
  func files() throws(CommandFailure) -> ImmutableFileClient {
    let transport = try resolve(Keys.transport)
    let middleware = try resolve(Keys.middleware).middleware
    let timeouts = try configuration.timeouts()
    return ImmutableFileClient { api in
      APIClient(api: api, transport: transport, middleware: middleware, timeouts: timeouts)
    }
  }

  func imageStore() throws(CommandFailure) -> ImageStore {
    let files = try files()
    return ImageStore(decoder: ImageFileDecoder()) { address, urgency in
      Array(try await files.file(at: address, priority: urgency == .content ? .interactive : .prefetch))
    }
  }
}

/// A decoder that uses the Images package, with limits that are generous enough for photos of people.
private struct ImageFileDecoder: ImageDecoding {
  private struct Unusable: Error {}

  private static let limits = ImageLimits(maximumWidth: 8_192, maximumHeight: 8_192, maximumMemory: 128 << 20)

  func image(from file: [UInt8], fitting side: Int) throws -> PixelImage {
    let image = try ImageDecoder.decode(file, limits: Self.limits).scaled(
      toFitWidth: side,
      height: side,
      enlarging: false
    )
    guard let pixels = PixelImage(width: image.width, height: image.height, bytes: image.pixels) else {
      throw Unusable()
    }
    return pixels
  }
}
