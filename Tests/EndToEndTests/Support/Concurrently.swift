import Testing

/// Runs an operation for each element, several at a time, because a program that waits leaves a core idle.
func concurrently<Element: Sendable>(
  _ elements: some Sequence<Element>,
  atOnce limit: Int = 2,
  _ operation: @escaping @Sendable (Element) async throws -> Void
) async {
  await withTaskGroup(of: Void.self) { group in
    for (index, element) in elements.enumerated() {
      if index >= limit { await group.next() }
      group.addTask {
        do {
          try await operation(element)
        } catch {
          Issue.record(error, "\(element)")
        }
      }
    }
  }
}
