extension JSONFileStore {
  /// Makes all changes that wait by now, with one write for all of them.
  func makePendingChanges() {
    let changes = pending.withLock { pending in
      defer { pending.removeAll(keepingCapacity: true) }
      return pending
    }
    guard !changes.isEmpty else { return }
    do throws(StoreError) {
      try makeTogether(changes[...])
      for change in changes { change.finish(nil) }
    } catch {
      guard changes.count > 1, error.isAboutTheValue else {
        for change in changes { change.finish(error) }
        return
      }
      // One of them made a value that can't be written; the others must not suffer for it.
      for change in changes { makeAlone(change) }
    }
  }

  private func makeAlone(_ change: PendingChange<Value>) {
    do throws(StoreError) {
      try makeTogether([change])
      change.finish(nil)
    } catch {
      change.finish(error)
    }
  }

  /// Makes changes one upon the other, and writes what comes out once.
  private func makeTogether(_ changes: ArraySlice<PendingChange<Value>>) throws(StoreError) {
    try exclusively { access throws(StoreError) in
      let found = read(access.location)
      if let error = error(for: found.outcome) { throw error }
      var value = found.outcome.value ?? defaultValue
      var hasChanged = false
      for change in changes where change.make(&value) { hasChanged = true }
      if hasChanged { try write(value, over: found, access) }
    }
  }
}

extension StoreError {
  /// Whether another value could have been written.
  fileprivate var isAboutTheValue: Bool {
    switch self {
    case .notEncodable, .tooLarge: true
    default: false
    }
  }
}
