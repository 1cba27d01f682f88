import FeatureFlags
import FeatureFlagsTesting
import Foundation

enum Flags {
  static let newSearch = FeatureFlag(
    "newSearch",
    default: false,
    description: "Searches with the index.",
    owner: "search team"
  )
  static let limit = FeatureFlag(
    "http.maxRows",
    default: 10,
    description: "The number of rows on a page.",
    owner: "search team"
  )
  static let title = FeatureFlag(
    "title",
    default: "Search",
    description: "The text above the results.",
    owner: "design"
  )
  static let old = FeatureFlag(
    "oldLayout",
    default: true,
    description: "Shows the old layout.",
    owner: "design"
  )

  static func catalog() throws(FlagCatalogError) -> FlagCatalog {
    try FlagCatalog(declarations: [newSearch.declaration, limit.declaration, title.declaration])
  }
}

struct Refusal: Error, Equatable, CustomStringConvertible {
  let description = "The disk is full."
}

/// A thread-safe collection; `@unchecked Sendable` because `elements` is accessed only while `lock` is held.
final class Collected<Element: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var elements: [Element] = []

  var values: [Element] { lock.withLock { elements } }

  func append(_ element: Element) {
    lock.withLock { elements.append(element) }
  }
}

func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) async {
  let ended = Collected<Int>()
  await withCheckedContinuation { continuation in
    let last = OneTime { continuation.resume() }
    for index in 0..<count {
      Thread {
        body(index)
        ended.append(index)
        if ended.values.count == count { last.run() }
      }.start()
    }
  }
}

/// A closure that runs at most once; `@unchecked Sendable` because `closure` is accessed only while `lock` is held.
private final class OneTime: @unchecked Sendable {
  private let lock = NSLock()
  private var closure: (() -> Void)?

  init(_ closure: @escaping () -> Void) {
    self.closure = closure
  }

  func run() {
    let closure = lock.withLock {
      defer { self.closure = nil }
      return self.closure
    }
    closure?()
  }
}

func client(_ layers: [(FlagLayer, [String: FlagContent])]) throws -> FlagClient {
  FlagClient(
    catalog: try Flags.catalog(),
    sources: layers.map { FlagSource(layer: $0, name: "memory", values: $1) }
  )
}
