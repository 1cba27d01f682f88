public import Observation

/// A store of remote images that loads visible images and cancels the loads of hidden ones.
///
/// After every frame, a screen reports the images that it shows. The screen shows a placeholder for an image that isn't
/// loaded yet or is unavailable.
@MainActor
@Observable
public final class ImageStore {
  /// A place where images are shown, such as the rows of a list.
  public struct Place: Hashable, Sendable {
    /// The name, which is unique among screens.
    public let name: String
    /// The maximum side length, in pixels.
    public let side: Int
    /// The urgency of loading images for this place.
    public let urgency: ImageUrgency

    /// Creates a place.
    public init(_ name: String, side: Int, urgency: ImageUrgency) {
      self.name = name
      self.side = side
      self.urgency = urgency
    }
  }

  private struct Request: Hashable {
    let address: String
    let place: Place
  }

  private var images: [Request: PixelImage] = [:]
  /// The total size of all stored images, in bytes.
  @ObservationIgnored private(set) var byteCount = 0
  /// The sequence number of each image's last use, for least-recently-used eviction.
  @ObservationIgnored private var uses: [Request: Int] = [:]
  @ObservationIgnored private var useCount = 0
  private var loads: [Request: Task<Void, Never>] = [:]
  @ObservationIgnored private var visible: [Place: Set<String>] = [:]
  private var failed: Set<Request> = []
  @ObservationIgnored private let decoder: any ImageDecoding
  @ObservationIgnored private let byteLimit: Int
  @ObservationIgnored private let load: Load

  /// A function that loads the file at an address.
  ///
  /// After an error, the placeholder stays visible.
  public typealias Load = @Sendable (_ address: String, _ urgency: ImageUrgency) async throws -> [UInt8]

  /// Creates a store.
  ///
  /// If the images exceed `byteLimit` (16 MiB by default) at four bytes per pixel, the least recently shown hidden
  /// images are evicted.
  public init(decoder: any ImageDecoding, byteLimit: Int = 16 << 20, load: @escaping Load) {
    self.decoder = decoder
    self.byteLimit = byteLimit
    self.load = load
  }

  /// Returns the image at an address, or `nil` until it is loaded.
  public func image(at address: String?, in place: Place) -> PixelImage? {
    address.flatMap { images[Request(address: $0, place: place)] }
  }

  /// Loads the visible images in a place, and stops loading images that are no longer visible.
  public func show(_ addresses: [String], in place: Place) {
    let now = Set(addresses)
    for address in (visible[place] ?? []).subtracting(now) {
      loads.removeValue(forKey: Request(address: address, place: place))?.cancel()
    }
    visible[place] = now
    for address in addresses { startLoading(Request(address: address, place: place)) }
    makeRoom()
  }

  /// Clears the list of failed images, so that each one is retried when it is next shown.
  public func forgetFailures() { failed.removeAll() }

  /// The number of failed images, which aren't retried until ``forgetFailures()`` is called.
  var failureCount: Int { failed.count }

  /// The number of running loads.
  public var loadCount: Int { loads.count }

  private func startLoading(_ request: Request) {
    guard images[request] == nil else {
      touch(request)
      return
    }
    guard loads[request] == nil, !failed.contains(request) else { return }
    loads[request] = Task { [load, decoder, weak self] in
      let image = await Self.image(for: request, load, decoder)
      // A cancelled load doesn't mean that the image is unavailable.
      guard !Task.isCancelled else { return }
      self?.finish(request, image)
    }
  }

  private func finish(_ request: Request, _ image: PixelImage?) {
    loads[request] = nil
    guard let image else {
      failed.insert(request)
      return
    }
    touch(request)
    images[request] = image
    byteCount += image.bytes.count
    makeRoom()
  }

  private func touch(_ request: Request) {
    useCount += 1
    uses[request] = useCount
  }

  /// Evicts hidden images, least recently shown first, but not visible images, which would be reloaded immediately.
  private func makeRoom() {
    while byteCount > byteLimit {
      let hidden = uses.filter { visible[$0.key.place]?.contains($0.key.address) != true }
      guard let oldest = hidden.min(by: { $0.value < $1.value })?.key else { return }
      uses[oldest] = nil
      byteCount -= images.removeValue(forKey: oldest)?.bytes.count ?? 0
    }
  }

  /// Loads and decodes an image off the main actor, because decoding takes milliseconds; returns `nil` on any error.
  private nonisolated static func image(
    for request: Request,
    _ load: Load,
    _ decoder: any ImageDecoding
  ) async -> PixelImage? {
    guard let file = try? await load(request.address, request.place.urgency), !Task.isCancelled else { return nil }
    return try? decoder.image(from: file, fitting: request.place.side)
  }
}

/// The urgency of loading an image.
public enum ImageUrgency: Hashable, Sendable {
  /// The image decorates a list, so all other loads take precedence.
  case decoration
  /// The image is the requested content.
  case content
}

/// An image file decoder, supplied by the program.
public protocol ImageDecoding: Sendable {
  /// Decodes an image file, detecting its format, and scales it down to a maximum side length in pixels.
  ///
  /// The store calls this method off the main actor. Files are untrusted, so the decoder must limit its resource use.
  /// The method throws a decoder-specific error if the file isn't a valid image.
  func image(from file: [UInt8], fitting side: Int) throws -> PixelImage
}
