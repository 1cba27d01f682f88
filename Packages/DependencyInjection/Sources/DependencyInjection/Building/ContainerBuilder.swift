/// Collects registrations and makes a ``Container`` of them.
///
/// ```swift
/// var builder = ContainerBuilder()
/// builder.register(Keys.clock, scope: .singleton) { SystemWallClock() }
/// builder.register(Keys.journal, scope: .singleton, needs: Keys.clock) { clock in Journal(clock: clock) }
/// let container = try builder.build()
/// ```
///
/// A factory is given what it needs as parameters, so the container knows before anything runs what leads where, and the compiler checks
/// that types fit. Nothing else can be resolved inside a factory; for needs of some cases only, there is ``DependencyKey/deferred``.
public struct ContainerBuilder: Sendable {
  private var entries: [Entry] = []
  private var misplaced: [BuildProblem] = []
  private let parent: ContainerStorage?

  /// Creates a builder without registrations.
  public init() {
    parent = nil
  }

  init(parent: ContainerStorage) {
    self.parent = parent
  }

  /// Registers a factory for a key.
  ///
  /// Mistakes (a second registration, a need that nobody registers, a cycle) are reported together by ``build()``.
  ///
  /// - Parameters:
  ///   - key: The key. In a child container it may be one of the parent's, whose registration is then overridden.
  ///   - scope: How long the container keeps the value.
  ///   - needs: The keys of the factory's parameters, in their order.
  ///   - fileID: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  ///   - factory: Makes the value. It runs on the thread that asks first, with no lock held; others that ask for the same key
  ///     wait for it, blocking their threads. If it throws, the next request runs it again.
  public mutating func register<Value: Sendable, each Need: Sendable>(
    _ key: DependencyKey<Value>,
    scope: DependencyScope = .transient,
    needs: repeat DependencyKey<each Need>,
    fileID: String = #fileID,
    line: Int = #line,
    factory: @escaping @Sendable (repeat each Need) throws -> Value
  ) {
    let place = SourcePlace(fileID: fileID, line: line)
    guard key.makeDeferred == nil else {
      misplaced.append(.deferredKey(key.erased, place))
      return
    }
    var declared: [DependencyNeed] = []
    for need in repeat each needs {
      declared.append(DependencyNeed(key: need.erased, isDeferred: need.makeDeferred != nil))
    }
    let keys = (repeat each needs)
    entries.append(
      TypedEntry<Value>(
        registration: Registration(key: key.erased, scope: scope, needs: declared, place: place)
      ) { storage, construction in
        try factory(repeat try storage.resolve(each keys, for: construction))
      }
    )
  }

  /// Registers a finished value for a key, which counts as a singleton.
  ///
  /// - Parameters:
  ///   - key: The key. In a child container it may be one of the parent's, whose registration is then overridden.
  ///   - value: The value.
  ///   - fileID: The file of the registration, for errors.
  ///   - line: The line of the registration, for errors.
  public mutating func register<Value: Sendable>(
    _ key: DependencyKey<Value>,
    value: Value,
    fileID: String = #fileID,
    line: Int = #line
  ) {
    register(key, scope: .singleton, fileID: fileID, line: line) { value }
  }

  /// Checks all registrations and makes a container of them; no factory runs.
  ///
  /// - Returns: A container in which every registered key, with everything it needs, is there, and no value needs itself.
  /// - Throws: ``BuildError`` with every problem found.
  /// - Complexity: Linear in the number of registrations and needs.
  public func build() throws(BuildError) -> Container {
    var own: [AnyDependencyKey: Entry] = [:]
    var order: [AnyDependencyKey] = []
    var problems = misplaced
    for entry in entries {
      let registration = entry.registration
      if let first = own[registration.key] {
        problems.append(.duplicate(registration.key, first.registration.place, registration.place))
      } else {
        // A builder may be built twice; the containers share no values.
        own[registration.key] = entry.fresh()
        order.append(registration.key)
      }
    }
    var visible = Dictionary(
      (parent?.registrations ?? []).map { ($0.key, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    for (key, entry) in own { visible[key] = entry.registration }
    let inherited = (parent?.order ?? []).filter { own[$0] == nil }
    let graph = RegistrationGraph(registrations: visible, order: inherited + order)
    problems += graph.problems()
    guard problems.isEmpty else { throw BuildError(problems: problems) }
    if let parent {
      for key in graph.dependents(of: own.keys) where own[key] == nil {
        own[key] = parent.find(key)?.entry.fresh()
      }
    }
    return Container(storage: ContainerStorage(parent: parent, entries: own.values, order: inherited + order))
  }
}
