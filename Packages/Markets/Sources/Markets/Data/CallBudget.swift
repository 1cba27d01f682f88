import Basics
public import Foundation
public import Networking
public import Persistence

/// Counts the responses of a service per month, in a file that several processes share.
///
/// It must be the innermost middleware, which only responses from the network reach. Requests without a response don't
/// count.
public final class CallBudget: Middleware {
  /// The counts of the current month by service, and the counts of other months, in case the clock is set back.
  struct Counts: Codable, Sendable, Equatable {
    /// The maximum number of other months.
    ///
    /// The oldest ones are dropped.
    static let maximumOtherMonths = 2

    private(set) var month = ""
    var calls: [String: Int] = [:]
    /// The counts of other months, by month and service; `nil` in files of earlier versions.
    private var others: [String: [String: Int]]?

    /// Returns the number of calls of a service in a month.
    func calls(of service: String, in month: String) -> Int {
      (month == self.month ? calls : others?[month])?[service] ?? 0
    }

    /// Makes a month the current one.
    ///
    /// If it was the current one before, its counts continue.
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
  /// The service's address without the interface, because a service counts the calls of all its interfaces together.
  private let service: String
  private let now: @Sendable () -> Date
  /// The count that is known without reading the file again.
  private let known = Locked<Counts?>(nil)

  /// Creates a counter for the calls of a service.
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

  /// Returns the calls of the month that a file last counted, by service.
  ///
  /// - Throws: The reason why the file can't be read. Until it is readable, every run counts from 0.
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

  /// Returns the usage of this month.
  ///
  /// An unreadable file counts as empty.
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
      // The count is an estimate that only slows down refreshes. A damaged file must not stop them.
      known.withLock { known in
        var counts = known ?? Counts()
        known = add(&counts)
      }
    }
  }
}
