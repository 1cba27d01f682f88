public import Foundation

extension Router {
  /// Writes the open pages, for a restart; works after quitting too.
  ///
  /// - Returns: The document.
  /// - Throws: ``RestorationError/unwritable(reason:)`` when a payload can't be encoded.
  public func restorationDocument() throws(RestorationError) -> Data {
    try RestorationDocument.write(stack, catalogue: catalogue)
  }

  /// Replaces the pages by those of a document, as far as they can be read and shown.
  ///
  /// It is a command like others: it takes its turn, and interceptors and guards have their say. A page that its
  /// factory refuses is dropped with everything above it. When nothing is left, the stack stays as it is.
  ///
  /// - Parameter data: The document.
  /// - Returns: What could be used, and what came of the command; the outcome is nil when nothing was left to restore.
  public func restore(from data: Data) async -> (report: RestorationReport, outcome: NavigationOutcome?) {
    var report = RestorationDocument.read(data, catalogue: catalogue, limit: reducer.depthLimit)
    while !report.restored.isEmpty {
      let outcome = await perform(.restore(path: report.restored))
      guard case .payloadRejected(let rejection) = outcome, report.restored.indices.contains(rejection.position),
        report.restored[rejection.position].id == rejection.id
      else { return (report, outcome) }
      report.drop(from: rejection.position, reason: rejection.reason)
    }
    return (report, nil)
  }
}

extension RestorationReport {
  /// Drops the entry that a factory refused, and those above it.
  mutating func drop(from position: Int, reason: String) {
    let gone = restored[position...].enumerated().map { offset, target in
      Dropped(
        position: position + offset,
        id: target.id,
        reason: offset == 0 ? .refused(reason: reason) : .aboveDropped
      )
    }
    restored.removeSubrange(position...)
    dropped.insert(contentsOf: gone, at: 0)
  }
}
