import Basics
public import Foundation
public import Networking
public import Persistence

/// Counts the responses of a service over a month, in a file that several processes share.
///
/// It belongs innermost in the chain, where only responses from the network arrive. Requests without a response don't count.
public final class CallBudget: Middleware {
  /// The counts of the current month by service, and those of other months, to which a clock can return.
  struct Counts: Codable, Sendable, Equatable {
    /// The maximum number of other months; the oldest are dropped.
    static let maximumOtherMonths = 2

    private(set) var month = ""
    var calls: [String: Int] = [:]
    /// The counts of other months by month; `nil` in files of earlier versions.
    private var others: [String: [String: Int]]?

    /// Returns the calls of a service in a month.
    func calls(of service: String, in month: String) -> Int {
      (month == self.month ? calls : others?[month])?[service] ?? 0
    }

    /// Makes a month the current one; its earlier counts continue.
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
  /// The address, because a service counts calls whatever their interface is.
  private let service: String
  private let now: @Sendable () -> Date
  /// The count that is known without reading the file again.
  private let known = Locked<Counts?>(nil)

  /// Creates a counter for a service.
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

  /// Returns the calls of the file's month by service.
  ///
  /// - Throws: The reason why the file can't be read; until it can, calls count from 0 in every run.
  public static func calls(path: String, fileSystem: any FileSystem = LiveFileSystem()) throws(StoreError) -> [String:
    Int]
  {
    try JSONFileStore(path: path, default: Counts(), writtenBy: "", fileSystem: fileSystem).load().calls
  }

  /// Sends a request, and counts its response.
  public func intercept(_ request: HTTPRequest, next: any Transport) async throws(NetworkError) -> HTTPResponse {
    let response = try await next.send(request)
    await count()
    return response
  }

  /// Returns the calls of this month; a file that can't be read counts as none.
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
      // The count is an estimate that only slows refreshes down; a damaged file must not stop them.
      known.withLock { known in
        var counts = known ?? Counts()
        known = add(&counts)
      }
    }
  }
}
