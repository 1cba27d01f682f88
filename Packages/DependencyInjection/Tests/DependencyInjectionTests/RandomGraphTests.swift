import BasicsTesting
import DependencyInjection
import Testing

@Suite("Random dependency graphs")
struct RandomGraphTests {
  /// Returns the keys reachable from each key, computed by repeated joins, which is slow but obviously correct.
  private func reachable(_ needs: [[Int]]) -> [Set<Int>] {
    var result = needs.map(Set.init)
    for _ in needs.indices {
      for key in needs.indices {
        for next in result[key] where next < needs.count { result[key].formUnion(result[next]) }
      }
    }
    return result
  }

  @Test("rejects exactly the dependency graphs with a cycle or a missing key, and resolves all others")
  func random() throws {
    var generator = SeededGenerator(seed: 20_260_131)
    var outcomes: [Bool: Int] = [:]
    for _ in 0..<2_000 {
      // Given: up to 8 registrations with random dependencies, including a key that is never registered
      let count = Int.random(in: 1...8, using: &generator)
      let keys = (0...count).map { DependencyKey<Int>("key \($0)") }
      let needs = (0..<count).map { _ in
        (0..<Int.random(in: 0...2, using: &generator)).map { _ in
          Int.random(in: 0..<20, using: &generator) == 0 ? count : Int.random(in: 0..<count, using: &generator)
        }
      }
      var builder = ContainerBuilder()
      for (index, needed) in needs.enumerated() {
        switch needed.count {
        case 0: builder.register(keys[index]) { 1 }
        case 1: builder.register(keys[index], needs: keys[needed[0]]) { $0 + 1 }
        default:
          builder.register(keys[index], needs: keys[needed[0]], keys[needed[1]]) { max($0, $1) + 1 }
        }
      }
      // When: the container is built
      let reached = reachable(needs)
      let hasCycle = needs.indices.contains { reached[$0].contains($0) }
      let hasGap = reached.contains { $0.contains(count) }
      do throws(BuildError) {
        let container = try builder.build()
        // Then: all values in a valid graph can be resolved
        #expect(!hasCycle)
        #expect(!hasGap)
        for key in keys.dropLast() { #expect(failure(container, key) == nil) }
      } catch {
        // And: every reported path is correct: each step depends on the next one
        let names = Dictionary(uniqueKeysWithValues: keys.enumerated().map { ($1.erased, $0) })
        var sawCycle = false
        var sawGap = false
        for problem in error.problems {
          var path: [Int] = []
          switch problem {
          case .cycle(let steps):
            sawCycle = true
            path = (steps + steps.prefix(1)).compactMap { names[$0.key] }
          case .missing(let key, let steps, _):
            sawGap = true
            path = (steps.map(\.key) + [key]).compactMap { names[$0] }
          default: Issue.record("Unexpected: \(problem)")
          }
          for (needer, needed) in zip(path, path.dropFirst()) { #expect(needs[needer].contains(needed)) }
        }
        #expect(sawCycle == hasCycle)
        #expect(sawGap == hasGap)
      }
      outcomes[hasCycle || hasGap, default: 0] += 1
    }
    #expect(outcomes[true, default: 0] > 200, "The graphs are of both kinds.")
    #expect(outcomes[false, default: 0] > 200, "The graphs are of both kinds.")
  }
}
