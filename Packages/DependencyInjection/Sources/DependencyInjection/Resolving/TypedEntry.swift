import Foundation

/// One registration in one container, with its factory.
///
/// `@unchecked` for the reason of ``Entry``; what this adds is immutable.
final class TypedEntry<Value: Sendable>: Entry, @unchecked Sendable {
  typealias Factory = @Sendable (ContainerStorage, Construction) throws -> Value

  /// What a thread has to do that found nothing made.
  private enum Claim {
    case use(Value)
    case build(Construction)
    case wait(Construction)
    case refuse([ResolutionStep])
  }

  private let factory: Factory

  init(registration: Registration, factory: @escaping Factory) {
    self.factory = factory
    super.init(registration: registration)
  }

  override func fresh() -> Entry {
    TypedEntry(registration: registration, factory: factory)
  }

  /// The value, made if necessary.
  ///
  /// - Parameters:
  ///   - storage: The container of this entry.
  ///   - requester: The factory on whose behalf this is.
  /// - Returns: The value.
  /// - Throws: `ResolutionError`.
  func value(in storage: ContainerStorage, for requester: Construction?) throws(ResolutionError) -> Value {
    guard registration.scope == .transient else { return try shared(in: storage, for: requester) }
    let construction = Construction(registration: registration, entry: self, parent: requester)
    if let path = construction.ownCycle { throw .cycle(path) }
    defer { ConstructionGraph.finish(construction) }
    return try run(construction, in: storage)
  }

  private func shared(in storage: ContainerStorage, for requester: Construction?) throws(ResolutionError) -> Value {
    while true {
      switch claim(for: requester) {
      case .use(let value): return value
      case .refuse(let path): throw .cycle(path)
      case .build(let construction): return try build(construction, in: storage)
      case .wait(let construction):
        wait(for: construction)
        // A failed attempt is shared by those who waited for it; whoever comes later tries again.
        if let failure = ConstructionGraph.stopWaiting(for: construction, requester) { throw failure }
      }
    }
  }

  /// Decides, in one step with respect to all other threads, who builds, who waits and who would wait for itself.
  private func claim(for requester: Construction?) -> Claim {
    ConstructionGraph.lock.withLock {
      condition.lock()
      defer { condition.unlock() }
      switch state {
      case .kept(let kept):
        return .use(kept.value(as: Value.self))
      case .keptWeakly(let reference):
        if let value = reference.object as? Value { return .use(value) }
      case .building(let other):
        if let requester, let path = ConstructionGraph.cycle(from: other, to: requester) { return .refuse(path) }
        ConstructionGraph.addEdge(from: requester, to: other)
        return .wait(other)
      case .empty:
        break
      }
      let construction = Construction(registration: registration, entry: self, parent: requester)
      become(.building(construction))
      ConstructionGraph.addEdge(from: requester, to: construction)
      return .build(construction)
    }
  }

  private func wait(for construction: Construction) {
    condition.lock()
    defer { condition.unlock() }
    while case .building(let current) = state, current === construction { condition.wait() }
  }

  private func build(_ construction: Construction, in storage: ContainerStorage) throws(ResolutionError) -> Value {
    do throws(ResolutionError) {
      let value = try run(construction, in: storage)
      finish(construction, try keeping(value), failure: nil)
      return value
    } catch {
      finish(construction, .empty, failure: error)
      throw error
    }
  }

  private func finish(_ construction: Construction, _ newState: State, failure: ResolutionError?) {
    ConstructionGraph.finish(construction, failure: failure) {
      condition.lock()
      defer { condition.unlock() }
      become(newState)
      condition.broadcast()
    }
  }

  /// Runs the factory, with no lock held.
  private func run(_ construction: Construction, in storage: ContainerStorage) throws(ResolutionError) -> Value {
    do {
      return try Construction.$current.withValue(construction) { try factory(storage, construction) }
    } catch let error as ResolutionError {
      // The failure of a need, or of a deferred one: its way begins with what was asked for, so it is complete.
      throw error
    } catch {
      throw .factoryFailed(path: construction.path, cause: error)
    }
  }

  private func keeping(_ value: Value) throws(ResolutionError) -> State {
    guard registration.scope == .weak else { return .kept(TypedKeptValue(value)) }
    // Asked of the dynamic type: `Value` is often a protocol, and `as AnyObject` would put a structure into a box that nobody holds.
    let dynamicType = type(of: value as Any)
    guard dynamicType is AnyClass else {
      throw .notAnObject(registration.step, typeName: String(describing: dynamicType))
    }
    return .keptWeakly(WeakObject(object: value as AnyObject))
  }
}
