import Dispatch
import TerminalTesting

/// Weak references to a program's objects, for finding objects that outlive the program.
@MainActor
struct Remains {
  private struct Entry {
    let path: String
    weak var object: AnyObject?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]
  private var queues: [ObjectIdentifier: DispatchQueue] = [:]

  /// The modules in this workspace; objects from other modules may remain.
  private static let modules = [
    "fetch_counter.", "Components.", "DependencyInjection.", "Directory.", "FeatureFlags.", "FetchCounter.", "Images.",
    "LoopbackServer.", "Markets.", "ShellTests.", "Navigation.", "Networking.", "Persistence.", "Portfolio.",
    "SampleServices.",
    "Terminal.", "TerminalTesting.",
  ]

  /// The types with process-wide instances.
  private static let lasting = ["DependencyInjection.AnyDependencyKey.", "FeatureFlags.FlagIdentity"]

  var count: Int { entries.count }

  /// The paths of the objects that still exist, which show how each object was found.
  var paths: [String] { entries.values.filter { $0.object != nil }.map(\.path).sorted() }

  /// Watches all objects reachable from a value through stored properties, with paths that begin with a name.
  mutating func watch(_ value: Any, as name: String) {
    var waiting: [(value: Any, path: String)] = [(value, name)]
    while let (value, path) = waiting.popLast() {
      if let queue = value as? DispatchQueue { queues[ObjectIdentifier(queue)] = queue }
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .class, !note(value as AnyObject, as: path) { continue }
      // The first elements represent a long collection, such as the bytes of an image.
      for (index, child) in mirror.children.prefix(100).enumerated() {
        waiting.append((child.value, path + "." + (child.label ?? "\(index)")))
      }
    }
  }

  /// Removes released objects, which would otherwise accumulate in a long run.
  mutating func forgetVanished() { entries = entries.filter { $0.value.object != nil } }

  /// Waits until the watched objects' queues have released what they used.
  func waitForQueues() {
    // A block on one queue may enqueue a block on another queue.
    for _ in 0..<2 {
      for queue in queues.values { queue.sync {} }
    }
  }

  /// Watches an object, and returns whether it is new and must not outlive the program.
  @discardableResult
  mutating func note(_ object: AnyObject, as path: String) -> Bool {
    let type = String(reflecting: type(of: object))
    guard Self.modules.contains(where: { type.hasPrefix($0) }), !Self.lasting.contains(where: { type.hasPrefix($0) })
    else { return false }
    // A new object can have the address of a released object.
    guard entries[ObjectIdentifier(object)]?.object == nil else { return false }
    entries[ObjectIdentifier(object)] = Entry(path: "\(path): \(type)", object: object)
    return true
  }
}

/// The tasks that a closure starts, directly or indirectly.
enum StartedTasks {
  /// An object that is released with the last task that inherited it.
  private final class Life: Sendable {
    let end: AsyncStream<Never>.Continuation

    init(end: AsyncStream<Never>.Continuation) { self.end = end }

    deinit { end.finish() }
  }

  @TaskLocal private static var life: Life?

  /// Runs a closure, and waits until all tasks that it started have ended and released their objects.
  ///
  /// Requests that were being retried when the program ended still sleep on the clock, which therefore advances itself.
  @MainActor
  static func wait<Value>(
    on clock: ScriptedClock = ScriptedClock(),
    for start: (ScriptedClock) async throws -> Value
  ) async rethrows -> Value {
    let (stream, end) = AsyncStream.makeStream(of: Never.self)
    let value = try await $life.withValue(Life(end: end)) { try await start(clock) }
    clock.advancesItself = true
    for await _ in stream {}
    clock.advancesItself = false
    return value
  }
}
