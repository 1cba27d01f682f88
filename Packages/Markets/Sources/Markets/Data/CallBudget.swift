import Basics
public import Foundation
public import Networking
public import Persistence

/// Counts the responses of a service over a month, in a file that several processes share.
///
/// It belongs innermost in the chain, where only responses from the network arrive. Requests without a response don't count.
public final class CallBudget: Middleware {
  /// The counts of one month by service; older months are dropped.
  struct Counts: Codable, Sendable, Equatable {
    var month = ""
    var calls: [String: Int] = [:]
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
    return CallUsage(calls: counts.month == month ? counts.calls[service] ?? 0 : 0, limit: limit)
  }

  private func count() async {
    let (month, service) = (CallMonth(containing: now()).description, service)
    let add: @Sendable (inout Counts) -> Counts = { counts in
      if counts.month != month { counts = Counts(month: month) }
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
