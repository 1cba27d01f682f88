import Basics
public import Foundation

/// A builder that collects registrations and creates a ``Container``.
///
/// ```swift
/// var builder = ContainerBuilder()
/// builder.register(Keys.clock) { SystemWallClock() }
/// builder.register(Keys.journal, needs: Keys.clock) { clock in Journal(clock: clock) }
/// let container = try builder.build()
/// ```
///
/// A factory receives its dependencies as parameters. The compiler checks their types, and ``build()`` checks the whole
/// graph before any factory runs.
public struct ContainerBuilder: Sendable {
  private var registrations: [Registration] = []

  /// Creates a builder without registrations.
  public init() {}

  /// Registers a factory for a key.
  ///
  /// On the thread that first requests the key, the container calls the factory with the values for `needs`, in order.
  /// Other threads that request the same key wait for the value, but requests for other keys don't wait. If the factory
  /// throws, the next request calls it again.
  public mutating func register<Value: Sendable, each Need: Sendable>(
    _ key: DependencyKey<Value>,
    needs: repeat DependencyKey<each Need>,
    fileID: String = #fileID,
    line: Int = #line,
    factory: @escaping @Sendable (repeat each Need) throws -> Value
  ) {
    let step = ResolutionStep(key: key.erased, registration: SourcePlace(fileID: fileID, line: line))
    var needed: [AnyDependencyKey] = []
    for need in repeat each needs { needed.append(need.erased) }
    let keys = (repeat each needs)
    registrations.append(
      Registration(step: step, needs: needed) {
        Entry<Value>(step: step) { storage in try factory(repeat try storage.resolve(each keys)) }
      }
    )
  }

  /// Checks all registrations, reporting all problems at once, and creates a container without running any factory.
  ///
  /// Cycles are always rejected, because two threads could otherwise wait for each other's factories.
  public func build() throws(BuildError) -> Container {
    var known: [AnyDependencyKey: Registration] = [:]
    var order: [AnyDependencyKey] = []
    var problems: [BuildProblem] = []
    for registration in registrations {
      if let first = known[registration.step.key] {
        problems.append(.duplicate(first.step, registration.step))
      } else {
        known[registration.step.key] = registration
        order.append(registration.step.key)
      }
    }
    problems += Self.problems(of: known, in: order)
    guard problems.isEmpty else { throw BuildError(problems: problems) }
    return Container(storage: ContainerStorage(entries: known.mapValues { $0.makeEntry() }, order: order))
  }

  /// Returns every missing key and every cycle, each with the path to it.
  ///
  /// The search isn't recursive, so the stack doesn't limit the depth of the graph.
  private static func problems(
    of registrations: [AnyDependencyKey: Registration],
    in order: [AnyDependencyKey]
  ) -> [BuildProblem] {
    var problems: [BuildProblem] = []
    var finished: Set<AnyDependencyKey> = []
    let needed = Set(registrations.values.flatMap(\.needs))
    // If possible, paths begin at registrations that no other registration depends on.
    for root in order.filter({ !needed.contains($0) }) + order.filter(needed.contains) where !finished.contains(root) {
      var path: [(registration: Registration, next: Int)] = []
      var positions: [AnyDependencyKey: Int] = [:]
      func enter(_ registration: Registration) {
        positions[registration.step.key] = path.count
        path.append((registration, 0))
      }
      if let registration = registrations[root] { enter(registration) }
      while let (registration, next) = path.last {
        guard next < registration.needs.count else {
          finished.insert(registration.step.key)
          positions[registration.step.key] = nil
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let key = registration.needs[next]
        if let position = positions[key] {
          problems.append(.cycle(path[position...].map(\.registration.step)))
        } else if let registration = registrations[key] {
          if !finished.contains(key) { enter(registration) }
        } else {
          problems.append(.missing(key, path: path.map(\.registration.step), nearest: key.nearest(among: order)))
        }
      }
    }
    return problems
  }
}

private struct Registration: Sendable {
  let step: ResolutionStep
  let needs: [AnyDependencyKey]
  /// A closure that creates an empty entry, called once per container because containers don't share entries.
  let makeEntry: @Sendable () -> any Sendable
}

/// The problems with a ``ContainerBuilder``'s registrations.
public struct BuildError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// One or more problems with the registrations.
  public let problems: [BuildProblem]

  /// All problems, one per line.
  public var description: String { problems.map(\.description).joined(separator: "\n") }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

/// A problem with a ``ContainerBuilder``'s registrations.
public enum BuildProblem: Sendable, Hashable, CustomStringConvertible {
  /// A dependency's key isn't registered; `nearest` contains similar registered keys, closest first.
  case missing(AnyDependencyKey, path: [ResolutionStep], nearest: [AnyDependencyKey])
  /// Values depend on each other in a cycle; the path doesn't repeat the first value at the end.
  case cycle([ResolutionStep])
  /// A key is registered twice.
  case duplicate(ResolutionStep, ResolutionStep)

  /// A description of the problem with its location and a suggested fix.
  public var description: String {
    switch self {
    case .missing(let key, let path, let nearest):
      let way = (path.map(\.description) + ["'\(key.name)', which is not registered"]).joined(separator: " → ")
      return "\(key) is needed but not registered: \(way). Register it\(nearest.suggestion)."
    case .cycle(let path):
      return "Values depend on each other: \((path + path.prefix(1)).arrows). Remove one of these dependencies."
    case .duplicate(let first, let second):
      return "\(first.key) is registered at \(first.registration) and again at \(second.registration). Remove one."
    }
  }
}

extension AnyDependencyKey {
  /// Returns up to three similar keys: keys with the same type first, then keys with a similar name.
  func nearest(among keys: [AnyDependencyKey]) -> [AnyDependencyKey] {
    let names = Spelling.nearest(to: name, among: keys.map(\.name))
    let similar = keys.filter { $0.valueType == valueType } + names.flatMap { name in keys.filter { $0.name == name } }
    var found: [AnyDependencyKey] = []
    for key in similar where !found.contains(key) { found.append(key) }
    return Array(found.prefix(3))
  }
}

extension [AnyDependencyKey] {
  /// The end of a sentence that suggests these keys, or an empty string if there are no keys.
  var suggestion: String {
    isEmpty ? "" : ", or use \(map(\.description).joined(separator: " or "))"
  }
}
