import Components
import Directory
import Foundation
import Images

/// Decodes photos with the package Images, within limits that a photo of a person has no reason to exceed.
struct ImagesPhotoDecoder: PhotoDecoding {
  /// The pixels are none that a screen can take; the decoder makes no such ones.
  private struct Unusable: Error {}

  private static let limits = ImageLimits(maximumWidth: 8_192, maximumHeight: 8_192, maximumMemory: 128 << 20)

  func image(from file: Data, fitting side: Int) throws -> PixelImage {
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
