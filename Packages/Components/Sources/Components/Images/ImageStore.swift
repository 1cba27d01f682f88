public import Observation

/// The images from addresses that screens show, loaded when they become visible and cancelled when they are hidden.
///
/// After every frame, a screen names the images that it shows. Missing ones are loaded, and loads of hidden ones are cancelled. Until
/// an image is there, and when it isn't available, the screen shows a placeholder.
@MainActor
@Observable
public final class ImageStore {
  /// A kind of place that shows images, such as the rows of a list.
  public struct Place: Hashable, Sendable {
    /// The name, which is different for every screen.
    public let name: String
    /// The maximum number of pixels of a side.
    public let side: Int
    /// The urgency of its loads.
    public let urgency: ImageUrgency

    /// Creates a kind of place.
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
  /// The size of all pixels in bytes.
  @ObservationIgnored private(set) var byteCount = 0
  /// The last showing of each image, by a count of showings.
  @ObservationIgnored private var uses: [Request: Int] = [:]
  @ObservationIgnored private var useCount = 0
  private var loads: [Request: Task<Void, Never>] = [:]
  @ObservationIgnored private var visible: [Place: Set<String>] = [:]
  private var failed: Set<Request> = []
  @ObservationIgnored private let decoder: any ImageDecoding
  @ObservationIgnored private let byteLimit: Int
  @ObservationIgnored private let load: Load

  /// Loads the file at an address; an error of any kind leaves the placeholder.
  public typealias Load = @Sendable (_ address: String, _ urgency: ImageUrgency) async throws -> [UInt8]

  /// Creates a store.
  ///
  /// A pixel takes four bytes. Beyond `byteLimit` the images shown longest ago are removed, but never visible ones.
  public init(decoder: any ImageDecoding, byteLimit: Int = 16 << 20, load: @escaping Load) {
    self.decoder = decoder
    self.byteLimit = byteLimit
    self.load = load
  }

  /// Returns a loaded image; `nil` until it is there.
  public func image(at address: String?, in place: Place) -> PixelImage? {
    address.flatMap { images[Request(address: $0, place: place)] }
  }

  /// Loads the visible images of a place, and cancels the loads of those that were visible before.
  public func show(_ addresses: [String], in place: Place) {
    let now = Set(addresses)
    for address in (visible[place] ?? []).subtracting(now) {
      loads.removeValue(forKey: Request(address: address, place: place))?.cancel()
    }
    visible[place] = now
    for address in addresses { startLoading(Request(address: address, place: place)) }
    makeRoom()
  }

  /// Retries failed loads when their images are shown next.
  public func forgetFailures() { failed.removeAll() }

  /// The number of images that are not loaded again before ``forgetFailures()``.
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
      // A cancelled load doesn't tell whether the image is available.
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

  /// Removes the images shown longest ago until the rest is within the limit or visible; those would be loaded again at once.
  private func makeRoom() {
    while byteCount > byteLimit {
      let hidden = uses.filter { visible[$0.key.place]?.contains($0.key.address) != true }
      guard let oldest = hidden.min(by: { $0.value < $1.value })?.key else { return }
      uses[oldest] = nil
      byteCount -= images.removeValue(forKey: oldest)?.bytes.count ?? 0
    }
  }

  /// Loads and decodes off the main actor, since decoding takes milliseconds; a placeholder needs no reason for a failure.
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
  /// The image decorates a list; everything else goes first.
  case decoration
  /// The image is the requested content.
  case content
}

/// A decoder of image files; the program supplies it.
public protocol ImageDecoding: Sendable {
  /// Decodes a file of any format that the decoder recognizes by its content.
  ///
  /// The store calls it off the main actor. Files come from outside, so the decoder must limit their cost.
  ///
  /// - Parameters:
  ///   - file: The bytes, which may be of any kind.
  ///   - side: The maximum number of pixels of either side; larger pictures are scaled down.
  /// - Returns: The pixels.
  /// - Throws: The decoder's reason for a file that isn't a picture.
  func image(from file: [UInt8], fitting side: Int) throws -> PixelImage
}
