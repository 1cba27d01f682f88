import Basics
public import Foundation
public import Networking
public import Persistence

/// A middleware that counts a service's responses per month in a file that several processes share.
///
/// It must be the innermost middleware, so only responses from the network reach it. Requests without a response aren't
/// counted.
public final class CallBudget: Middleware {
  /// The current month's counts by service, and other months' counts in case the clock is set back.
  struct Counts: Codable, Sendable, Equatable {
    /// The maximum number of other months to keep; the oldest are dropped first.
    static let maximumOtherMonths = 2

    private(set) var month = ""
    var calls: [String: Int] = [:]
    /// The counts for other months, by month and service; `nil` in files from earlier versions.
    private var others: [String: [String: Int]]?

    func calls(of service: String, in month: String) -> Int {
      (month == self.month ? calls : others?[month])?[service] ?? 0
    }

    /// Switches to another month, restoring its earlier counts if there are any.
    mutating func move(to month: String) {
      guard month != self.month else { return }
      var others = others ?? [:]
      if !calls.isEmpty { others[self.month] = calls }
      (self.month, calls) = (month, others.removeValue(forKey: month) ?? [:])
      for oldest in others.keys.sorted().dropLast(Self.maximumOtherMonths) { others[oldest] = nil }
      self.others = others.isEmpty ? nil : others
    }
  }

  private let store: JSONFileStore<Counts>
  /// The service's address without the API name, because a service counts the calls to all its APIs together.
  private let service: String
  private let now: @Sendable () -> Date
  /// The last known counts, available without reading the file again.
  private let known = Locked<Counts?>(nil)

  /// Creates a counter for the calls to a service.
  public init(
    path: String,
    service: ServiceName,
    writtenBy: String,
    fileSystem: any FileSystem = LiveFileSystem(),
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    store = JSONFileStore(path: path, default: Counts(), writtenBy: writtenBy, fileSystem: fileSystem)
    self.service = service.address
    self.now = now
  }

  /// Returns the number of calls to each service in the file's latest month.
  ///
  /// An error means that the file can't be read. Until it is readable, every run starts counting from 0.
  public static func calls(path: String, fileSystem: any FileSystem = LiveFileSystem()) throws(StoreError) -> [String:
    Int]
  {
    try JSONFileStore(path: path, default: Counts(), writtenBy: "", fileSystem: fileSystem).load().calls
  }

  /// Sends a request and counts its response.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    let response = try await next.send(request)
    await count()
    return response
  }

  /// Returns the usage for this month; an unreadable file is treated as empty.
  func usage(limit: Int?) -> CallUsage {
    let month = CallMonth(containing: now()).description
    let counts = known.withLock { known in
      let counts = known ?? store.outcome().value ?? Counts()
      known = counts
      return counts
    }
    return CallUsage(calls: counts.calls(of: service, in: month), limit: limit)
  }

  private func count() async {
    let (month, service) = (CallMonth(containing: now()).description, service)
    let add: @Sendable (inout Counts) -> Counts = { counts in
      counts.move(to: month)
      counts.calls[service, default: 0] += 1
      return counts
    }
    do throws(StoreError) {
      let counts = try await store.update(add)
      known.withLock { $0 = counts }
    } catch {
      // The count is only an estimate for slowing down refreshes, so a damaged file must not stop the refreshes.
      known.withLock { known in
        var counts = known ?? Counts()
        known = add(&counts)
      }
    }
  }
}
