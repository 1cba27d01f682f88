/// The registrations of a container and its parents, as a graph of what needs what.
struct RegistrationGraph {
  let registrations: [AnyDependencyKey: Registration]
  /// The keys, in the order in which they were registered.
  let order: [AnyDependencyKey]

  /// Every missing key and every cycle, each with the way that leads to it.
  ///
  /// Walks depth first, beginning with the registrations that nobody needs, so that the ways are those from the outside. Not recursive: the
  /// depth of the graph is not bounded by the stack.
  func problems() -> [BuildProblem] {
    var problems: [BuildProblem] = []
    var finished: Set<AnyDependencyKey> = []
    for root in roots() where !finished.contains(root) {
      var path: [Visit] = []
      var positions: [AnyDependencyKey: Int] = [:]
      enter(root, &path, &positions)
      while let last = path.last {
        guard last.next < last.registration.needs.count else {
          finished.insert(last.registration.key)
          positions[last.registration.key] = nil
          path.removeLast()
          continue
        }
        let need = last.registration.needs[last.next]
        path[path.count - 1].next += 1
        if registrations[need.key] == nil {
          let nearest = need.key.nearest(among: order)
          problems.append(.missing(need.key, path: path.map(\.registration.step), nearest: nearest))
        } else if need.isDeferred {
          // What is deferred is not needed to build; its own needs are walked from there, later.
          continue
        } else if let position = positions[need.key] {
          problems.append(.cycle(path[position...].map(\.registration.step)))
        } else if !finished.contains(need.key) {
          enter(need.key, &path, &positions)
        }
      }
    }
    return problems
  }

  /// The keys of the graph that lead to one of the given keys, deferred or not, those keys included.
  func dependents(of keys: some Sequence<AnyDependencyKey>) -> Set<AnyDependencyKey> {
    var needers: [AnyDependencyKey: [AnyDependencyKey]] = [:]
    for registration in registrations.values {
      for need in registration.needs { needers[need.key, default: []].append(registration.key) }
    }
    var found = Set(keys)
    var waiting = Array(found)
    while let key = waiting.popLast() {
      for needer in needers[key] ?? [] where found.insert(needer).inserted { waiting.append(needer) }
    }
    return found
  }

  /// One registration on the way, and which of its needs comes next.
  private struct Visit {
    let registration: Registration
    var next = 0
  }

  private func enter(_ key: AnyDependencyKey, _ path: inout [Visit], _ positions: inout [AnyDependencyKey: Int]) {
    guard let registration = registrations[key] else { return }
    positions[key] = path.count
    path.append(Visit(registration: registration))
  }

  /// All keys, those that nobody needs first.
  private func roots() -> [AnyDependencyKey] {
    var needed: Set<AnyDependencyKey> = []
    for registration in registrations.values { needed.formUnion(registration.needs.lazy.map(\.key)) }
    return order.filter { !needed.contains($0) } + order.filter { needed.contains($0) }
  }
}
