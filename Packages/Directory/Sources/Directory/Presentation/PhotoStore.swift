public import Components
public import Foundation
public import Observation

/// The photos that screens show, loaded when they are wanted and given up when they no longer are.
///
/// A screen says after every frame which photos it shows. Those that are neither there nor on their way are asked for; what is on its
/// way for nobody is cancelled. Until a photo is there, and when it can't be had, the screen shows a placeholder.
@MainActor
@Observable
public final class PhotoStore {
  enum Place: Hashable, Sendable {
    case rows
    case page

    /// The most pixels of a side: what a terminal shows in such a place.
    var side: Int { self == .rows ? 64 : 512 }
    var urgency: PhotoUrgency { self == .rows ? .decoration : .content }
  }

  private var images: [Request: PixelImage] = [:]
  /// The size of all pixels in bytes.
  @ObservationIgnored private(set) var byteCount = 0

  /// The last showing of each image, by a count of showings.
  @ObservationIgnored private var uses: [Request: Int] = [:]
  @ObservationIgnored private var useCount = 0
  @ObservationIgnored private var loads: [Request: Task<Void, Never>] = [:]
  @ObservationIgnored private var wanted: [Place: Set<PhotoAddress>] = [:]
  @ObservationIgnored private var failed: Set<Request> = []
  @ObservationIgnored private let repository: any PhotoRepository
  @ObservationIgnored private let decoder: any PhotoDecoding
  @ObservationIgnored private let byteLimit: Int

  private struct Request: Hashable {
    let address: PhotoAddress
    let place: Place
  }

  /// Creates a store.
  ///
  /// A pixel takes four bytes. Beyond `byteLimit` the photos shown longest ago are removed, but never visible ones.
  public init(repository: any PhotoRepository, decoder: any PhotoDecoding, byteLimit: Int = 16 << 20) {
    self.repository = repository
    self.decoder = decoder
    self.byteLimit = byteLimit
  }

  func image(at address: PhotoAddress?, in place: Place) -> PixelImage? {
    address.flatMap { images[Request(address: $0, place: place)] }
  }

  func show(_ addresses: [PhotoAddress], in place: Place) {
    let now = Set(addresses)
    for address in (wanted[place] ?? []).subtracting(now) {
      loads.removeValue(forKey: Request(address: address, place: place))?.cancel()
    }
    wanted[place] = now
    for address in addresses { load(Request(address: address, place: place)) }
    makeRoom()
  }

  /// Asks again for what could not be had, when it is shown next.
  func forgetFailures() { failed.removeAll() }

  var loadCount: Int { loads.count }

  private func load(_ request: Request) {
    guard images[request] == nil else {
      touch(request)
      return
    }
    guard loads[request] == nil, !failed.contains(request) else { return }
    loads[request] = Task { [repository, decoder, weak self] in
      let image = await Self.image(for: request, repository, decoder)
      // A load that nobody wants any more says nothing about the photo.
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

  /// Removes what was shown longest ago until the rest is within the limit, or is all shown: that would be loaded again at once.
  private func makeRoom() {
    while byteCount > byteLimit {
      let hidden = uses.filter { wanted[$0.key.place]?.contains($0.key.address) != true }
      guard let oldest = hidden.min(by: { $0.value < $1.value })?.key else { return }
      uses[oldest] = nil
      byteCount -= images.removeValue(forKey: oldest)?.bytes.count ?? 0
    }
  }

  /// Runs off the main actor, since decoding takes milliseconds; a placeholder needs no reason for a failure.
  private nonisolated static func image(
    for request: Request,
    _ repository: any PhotoRepository,
    _ decoder: any PhotoDecoding
  ) async -> PixelImage? {
    guard let file = try? await repository.photo(at: request.address, urgency: request.place.urgency),
      !Task.isCancelled
    else { return nil }
    return try? decoder.image(from: file, fitting: request.place.side)
  }
}

/// Turns the file of a photo into pixels; the program brings the decoder.
public protocol PhotoDecoding: Sendable {
  /// Decodes a file of any format that it knows by its content.
  ///
  /// Called beside the main actor. Files come from outside, so that limits belong into it.
  ///
  /// - Parameters:
  ///   - file: The bytes, whatever they are.
  ///   - side: The most pixels that either side should have; larger pictures are scaled down.
  /// - Returns: The pixels.
  /// - Throws: Why it is no picture, in the decoder's words.
  func image(from file: Data, fitting side: Int) throws -> PixelImage
}
