public import Foundation

/// Why a ``Container`` has no value for a key.
public enum ResolutionError: Error, Sendable {
  /// The key is not registered; the others resemble it, nearest first.
  case missing(AnyDependencyKey, nearest: [AnyDependencyKey])
  /// The value is needed to build itself, on one thread or on several that would wait for each other: the way from one key back to
  /// itself, without naming it twice.
  case cycle([ResolutionStep])
  /// The factory of the last key of the way threw; the next request runs it again.
  case factoryFailed(path: [ResolutionStep], cause: any Error)
  /// The factory of a weak registration made something else than an object of a class.
  case notAnObject(ResolutionStep, typeName: String)
  /// A ``Deferred`` was asked after the last reference to its container had gone.
  case containerIsGone(AnyDependencyKey)
}

extension ResolutionError {
  /// The error that a factory threw, for people who don't know the container; the resolution error itself where no factory failed.
  public var rootCause: any Error {
    guard case .factoryFailed(_, let cause) = self else { return self }
    return (cause as? ResolutionError)?.rootCause ?? cause
  }
}

extension ResolutionError: CustomStringConvertible, LocalizedError {
  /// What is wrong, where, and what to do about it.
  public var description: String {
    switch self {
    case .missing(let key, let nearest):
      "\(key) is not registered in this container. Register it\(nearest.suggestion)."
    case .cycle(let path):
      "A value is needed to build itself: \(path.describedCycle). Resolve the deferred need after the factory has returned."
    case .factoryFailed(let path, let cause):
      "The factory of \(path.last?.description ?? "a key") failed: \(cause). Asked for by: \(path.describedPath)."
    case .notAnObject(let step, let typeName):
      "\(step) is registered as weak, but its factory made a \(typeName), which is no object of a class. Use another scope."
    case .containerIsGone(let key):
      "\(key) was asked for after its container had gone. Keep the container as long as its values are in use."
    }
  }

  /// The same as ``description``.
  public var errorDescription: String? { description }
}
