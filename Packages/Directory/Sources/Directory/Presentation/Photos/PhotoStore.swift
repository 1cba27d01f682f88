public import Components
import Foundation
public import Observation

/// The photos that screens show, loaded when they are wanted and given up when they no longer are.
///
/// A screen says at every drawing which photos it shows. Those that are neither there nor on their way are asked for; what is on its
/// way for nobody is cancelled. Until a photo is there, and when it can't be had, the screen shows a placeholder.
@MainActor
@Observable
public final class PhotoStore {
  /// Where photos are shown.
  public enum Place: Hashable, Sendable {
    /// In the rows of a list.
    case rows
    /// On a page of its own.
    case page

    /// The most pixels of a side: what a terminal shows in such a place.
    var side: Int { self == .rows ? 64 : 512 }
    var urgency: PhotoUrgency { self == .rows ? .decoration : .content }
  }

  /// How many decoded photos are kept: a few screens of rows.
  public static let capacity = 400

  /// What is there.
  private var images: [Request: PixelImage] = [:]

  /// When each was shown last, by a count of showings.
  @ObservationIgnored private var uses: [Request: Int] = [:]
  @ObservationIgnored private var useCount = 0
  @ObservationIgnored private var loads: [Request: Task<Void, Never>] = [:]
  @ObservationIgnored private var wanted: [Place: Set<PhotoAddress>] = [:]
  @ObservationIgnored private var failed: Set<Request> = []
  @ObservationIgnored private let repository: any PhotoRepository
  @ObservationIgnored private let decoder: any PhotoDecoding

  private struct Request: Hashable {
    let address: PhotoAddress
    let place: Place
  }

  /// Makes a store.
  ///
  /// - Parameters:
  ///   - repository: Where photos come from.
  ///   - decoder: What makes pixels of them.
  public init(repository: any PhotoRepository, decoder: any PhotoDecoding) {
    self.repository = repository
    self.decoder = decoder
  }

  /// The photo at an address; `nil` while there is none.
  public func image(at address: PhotoAddress?, in place: Place) -> PixelImage? {
    address.flatMap { images[Request(address: $0, place: place)] }
  }

  /// Says which photos a place shows now.
  public func show(_ addresses: [PhotoAddress], in place: Place) {
    let now = Set(addresses)
    for address in (wanted[place] ?? []).subtracting(now) {
      loads.removeValue(forKey: Request(address: address, place: place))?.cancel()
    }
    wanted[place] = now
    for address in addresses { load(Request(address: address, place: place)) }
  }

  /// Asks again for what could not be had, when it is shown next.
  public func forgetFailures() { failed.removeAll() }

  /// How many photos are on their way.
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
    if images.count > Self.capacity { removeOldest() }
  }

  private func touch(_ request: Request) {
    useCount += 1
    uses[request] = useCount
  }

  /// Removes a quarter, so that it is not done for every photo.
  private func removeOldest() {
    let oldest = uses.sorted { $0.value < $1.value }.prefix(Self.capacity / 4)
    for (request, _) in oldest {
      uses[request] = nil
      images[request] = nil
    }
  }

  /// Beside the main actor, since decoding takes milliseconds.
  ///
  /// Why there is no photo does not matter to who looks at a placeholder.
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
