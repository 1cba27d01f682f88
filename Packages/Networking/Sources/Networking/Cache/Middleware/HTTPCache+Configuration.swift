public import Foundation

extension HTTPCache {
  /// How a cache works.
  public struct Configuration: Sendable {
    /// Where entries are kept; `nil` keeps them in memory only.
    ///
    /// It should be a folder of its own.
    public var folder: URL?
    /// The most bytes of everything that is stored; what was used longest ago makes room.
    ///
    /// Each other process that uses the same folder may be ahead by a sixteenth of it. ``HTTPCache/setSizeLimit(_:)`` changes it later.
    public var sizeLimit: Int
    /// The most bytes of what is on disk that are also kept in memory; without a folder it does not matter.
    public var memoryLimit: Int
    /// The most bytes of one entry, an eighth of `sizeLimit` unless it is set; a larger answer is passed on and not stored.
    public var entrySizeLimit: Int {
      get { chosenEntrySizeLimit ?? sizeLimit / 8 }
      set { chosenEntrySizeLimit = newValue }
    }
    /// Whether `Set-Cookie` is stored with an answer.
    public var storesCookies: Bool
    /// The policy of requests that bring none.
    public var defaultPolicy: CachePolicy
    /// The name of this cache in ``CacheStatus``.
    public var name: String

    private var chosenEntrySizeLimit: Int?

    /// How heuristic freshness is worked out.
    let heuristics = HeuristicRules()

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - folder: Where entries are kept; `nil` keeps them in memory only.
    ///   - sizeLimit: The most bytes of everything that is stored; 256 MiB unless said otherwise.
    ///   - memoryLimit: The most bytes that are also kept in memory; 32 MiB unless said otherwise.
    ///   - entrySizeLimit: The most bytes of one entry; an eighth of `sizeLimit` unless said otherwise.
    ///   - storesCookies: Whether `Set-Cookie` is stored with an answer.
    ///   - defaultPolicy: The policy of requests that bring none.
    ///   - name: The name of this cache in ``CacheStatus``.
    public init(
      folder: URL? = nil,
      sizeLimit: Int = 256 << 20,
      memoryLimit: Int = 32 << 20,
      entrySizeLimit: Int? = nil,
      storesCookies: Bool = false,
      defaultPolicy: CachePolicy = .standard,
      name: String = "Networking"
    ) {
      self.folder = folder
      self.sizeLimit = sizeLimit
      self.memoryLimit = memoryLimit
      chosenEntrySizeLimit = entrySizeLimit
      self.storesCookies = storesCookies
      self.defaultPolicy = defaultPolicy
      self.name = name
    }
  }
}
