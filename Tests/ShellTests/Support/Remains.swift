/// The objects of a program, seen without being kept, so that what outlives it can be named.
@MainActor
struct Remains {
  private struct Entry {
    let path: String
    weak var object: AnyObject?
  }

  private var entries: [ObjectIdentifier: Entry] = [:]

  /// The types of this workspace; what belongs to the system may be kept by it.
  private static let modules = [
    "fetch_counter.", "Components.", "DependencyInjection.", "Directory.", "FeatureFlags.", "FetchCounter.", "Images.",
    "LoopbackServer.", "Markets.", "ShellTests.", "Navigation.", "Networking.", "Persistence.", "Portfolio.",
    "SampleServices.",
    "Terminal.", "TerminalTesting.",
  ]

  /// What is declared once for the process.
  private static let lasting = ["DependencyInjection.AnyDependencyKey.", "FeatureFlags.FlagIdentity"]

  /// How many objects are watched.
  var count: Int { entries.count }

  /// The objects that are still there, each by the way on which it was found.
  var paths: [String] { entries.values.filter { $0.object != nil }.map(\.path).sorted() }

  /// Watches what can be reached from a value by stored properties.
  ///
  /// - Parameters:
  ///   - value: Where to begin.
  ///   - name: What it is called.
  mutating func watch(_ value: Any, as name: String) {
    var waiting: [(value: Any, path: String)] = [(value, name)]
    while let (value, path) = waiting.popLast() {
      let mirror = Mirror(reflecting: value)
      if mirror.displayStyle == .class, !note(value as AnyObject, as: path) { continue }
      // Of what is many, such as the bytes of a picture, some stand for all.
      for (index, child) in mirror.children.prefix(100).enumerated() {
        waiting.append((child.value, path + "." + (child.label ?? "\(index)")))
      }
    }
  }

  /// Forgets those that are gone, which a long run would otherwise gather.
  mutating func forgetVanished() { entries = entries.filter { $0.value.object != nil } }

  /// Waits until nothing is there any more, in real time.
  ///
  /// - Returns: The objects that are still there.
  func vanish(within patience: Duration) async throws -> [String] {
    let deadline = ContinuousClock.now + patience
    while !paths.isEmpty, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
    return paths
  }

  /// Watches one object.
  ///
  /// - Returns: Whether it is a new one that may not outlive the program.
  @discardableResult
  mutating func note(_ object: AnyObject, as path: String) -> Bool {
    let type = String(reflecting: type(of: object))
    guard Self.modules.contains(where: { type.hasPrefix($0) }), !Self.lasting.contains(where: { type.hasPrefix($0) })
    else { return false }
    // Where one was before, there may be another one.
    guard entries[ObjectIdentifier(object)]?.object == nil else { return false }
    entries[ObjectIdentifier(object)] = Entry(path: "\(path): \(type)", object: object)
    return true
  }
}
