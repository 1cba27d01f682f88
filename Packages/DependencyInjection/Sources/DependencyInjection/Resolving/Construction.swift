/// One run of a factory.
///
/// `@unchecked` because the compiler cannot see that the variables are only touched while ``ConstructionGraph/lock`` is held.
final class Construction: @unchecked Sendable {
  /// The factory that runs in the current task, or synchronously on the current thread.
  @TaskLocal static var current: Construction?

  /// The factory on whose behalf something is asked for, if any.
  ///
  /// That is the current one, or else the origin of a deferred need that was taken to a thread of which the task knows nothing. Either
  /// counts only while it runs: what a factory started may live on.
  static func running(otherwise origin: Construction?) -> Construction? {
    if let current, ConstructionGraph.isRunning(current) { return current }
    if let origin, ConstructionGraph.isRunning(origin) { return origin }
    return nil
  }

  let registration: Registration
  /// The entry whose factory runs; the same key may have different ones in parent and child.
  ///
  /// Only its identity: values may hold a `Deferred` that holds this, and must not keep themselves alive through it.
  let entry: ObjectIdentifier
  /// The factory on whose behalf this one runs.
  let parent: Construction?

  /// Whether the factory has returned or thrown.
  var isFinished = false
  /// Why it failed, for those who waited for it.
  var failure: ResolutionError?
  /// What this waits for, kept only where ``holder`` is `self`: factories run on its behalf, and others' factories that it needs.
  var edges: [Edge] = []

  /// A reason why a construction can't go on.
  struct Edge {
    /// Who asked: the construction itself, or a transient one on its behalf.
    let requester: Construction
    /// Whose end it waits for.
    let target: Construction
  }

  init(registration: Registration, entry: Entry, parent: Construction?) {
    self.registration = registration
    self.entry = ObjectIdentifier(entry)
    self.parent = parent
  }

  /// The nearest construction, from this one outwards, that others may wait for.
  var holder: Construction? {
    var candidate: Construction? = self
    while let construction = candidate, construction.registration.scope == .transient {
      candidate = construction.parent
    }
    return candidate
  }

  /// The way from what was asked for to this.
  var path: [ResolutionStep] { steps(from: nil) }

  /// The way to this, beginning with an outer construction, or with what was asked for.
  func steps(from outer: Construction?) -> [ResolutionStep] {
    var steps: [ResolutionStep] = []
    var candidate: Construction? = self
    while let construction = candidate {
      steps.append(construction.registration.step)
      candidate = construction === outer ? nil : construction.parent
    }
    return steps.reversed()
  }

  /// The way from an outer construction of the same entry to this one's parent, if there is one: then this needs itself.
  var ownCycle: [ResolutionStep]? {
    var candidate = parent
    while let construction = candidate {
      if construction.entry == entry { return parent?.steps(from: construction) }
      candidate = construction.parent
    }
    return nil
  }
}
