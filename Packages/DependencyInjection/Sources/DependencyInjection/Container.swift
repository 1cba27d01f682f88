import Basics
public import Foundation

/// A thread-safe container that creates a program's objects and keeps them.
///
/// Only the composition root uses the container. All other objects receive their dependencies in their initializers.
public struct Container: Sendable {
  let storage: ContainerStorage

  /// Returns the value for a key; the container creates the value on the first request and then keeps it.
  public func resolve<Value: Sendable>(_ key: DependencyKey<Value>) throws(ResolutionError) -> Value {
    try storage.resolve(key)
  }
}

final class ContainerStorage: Sendable {
  /// The `Entry<Value>` for each key.
  private let entries: [AnyDependencyKey: any Sendable]
  private let order: [AnyDependencyKey]

  init(entries: [AnyDependencyKey: any Sendable], order: [AnyDependencyKey]) {
    self.entries = entries
    self.order = order
  }

  func resolve<Value: Sendable>(_ key: DependencyKey<Value>) throws(ResolutionError) -> Value {
    guard let entry = entries[key.erased] as? Entry<Value> else {
      throw .missing(key.erased, nearest: key.erased.nearest(among: order))
    }
    return try entry.value(in: self)
  }
}

final class Entry<Value: Sendable>: Sendable {
  private let step: ResolutionStep
  private let factory: @Sendable (ContainerStorage) throws -> Value
  /// The value, or `nil` until it is created.
  ///
  /// The lock is held while the factory runs. This can't cause a deadlock, because the builder rejects cycles.
  private let cache = Locked<Value?>(nil)

  init(step: ResolutionStep, factory: @escaping @Sendable (ContainerStorage) throws -> Value) {
    self.step = step
    self.factory = factory
  }

  func value(in storage: ContainerStorage) throws(ResolutionError) -> Value {
    try cache.withLock { value throws(ResolutionError) in
      if let value { return value }
      do {
        let created = try factory(storage)
        value = created
        return created
      } catch ResolutionError.factoryFailed(let path, let cause) {
        throw .factoryFailed(path: [step] + path, cause: cause)
      } catch {
        throw .factoryFailed(path: [step], cause: error)
      }
    }
  }
}

/// The reason why a ``Container`` can't provide the value for a key.
public enum ResolutionError: Error, Sendable {
  /// The key isn't registered; `nearest` contains similar keys, closest first.
  case missing(AnyDependencyKey, nearest: [AnyDependencyKey])
  /// A factory threw an error; `path` leads from the requested key to that factory's key.
  case factoryFailed(path: [ResolutionStep], cause: any Error)

  /// The error thrown by the failed factory, or this error itself if no factory failed.
  public var rootCause: any Error {
    guard case .factoryFailed(_, let cause) = self else { return self }
    return (cause as? ResolutionError)?.rootCause ?? cause
  }
}

extension ResolutionError: CustomStringConvertible, LocalizedError {
  /// A description of the problem with its location and a suggested fix.
  public var description: String {
    switch self {
    case .missing(let key, let nearest):
      "\(key) is not registered in this container. Register it\(nearest.suggestion)."
    case .factoryFailed(let path, let cause):
      "The factory of \(path.last?.description ?? "a key") failed: \(cause). Requested by: \(path.arrows)."
    }
  }

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}

/// A key on the path from a requested key to its dependencies.
public struct ResolutionStep: Sendable, Hashable, CustomStringConvertible {
  /// The requested key or a dependency's key.
  public let key: AnyDependencyKey
  /// The source location of the key's registration.
  public let registration: SourcePlace

  /// Creates a step.
  public init(key: AnyDependencyKey, registration: SourcePlace) {
    self.key = key
    self.registration = registration
  }

  /// The key's name and the location of its registration.
  public var description: String { "'\(key.name)' (\(registration))" }
}

extension [ResolutionStep] {
  var arrows: String { map(\.description).joined(separator: " → ") }
}
