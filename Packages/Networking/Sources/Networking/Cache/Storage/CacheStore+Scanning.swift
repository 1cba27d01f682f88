import Foundation

extension CacheStore {
  /// Looks at the folder before the first store, and again after a sixteenth of the limit was written: others write, too.
  ///
  /// So each other process can be ahead by a sixteenth of the limit at most.
  func scanIfNeeded(adding size: Int) {
    let isNeeded = lock.withLock { !isScanned || writtenSinceScan + size > limits.total / 16 }
    if isNeeded { scan() }
  }

  /// Brings the index up to what is in the folder.
  func scan() {
    guard let disk else { return }
    let ticket = ticket()
    let listed: [(name: EntryName, status: CacheFileStatus)]
    do throws(CacheFileError) {
      listed = try disk.list()
    } catch {
      report(error)
      return
    }
    lock.withLock {
      let present = Set(listed.map(\.name))
      for name in index.names where !present.contains(name) {
        if let number = index.number(of: name), isOlder(index[number], than: ticket) { index.remove(number) }
      }
      // The first time, what others have used is behind what this process has used already; later, what is new to it is new.
      let ordered = listed.sorted {
        isScanned ? $0.status.lastUse < $1.status.lastUse : $0.status.lastUse > $1.status.lastUse
      }
      for (name, status) in ordered where isValid(ticket, for: name.key) { note(name, status, ticket) }
      isScanned = true
      writtenSinceScan = 0
    }
  }

  /// Takes one listed file into the index; under the lock.
  private func note(_ name: EntryName, _ status: CacheFileStatus, _ ticket: Ticket) {
    guard let number = index.number(of: name) else {
      let node = CacheIndex.Node(
        name: name,
        size: status.size,
        status: status,
        selection: nil,
        entry: nil,
        checked: 0,
        touched: status.lastUse,
        change: ticket.changeNumber
      )
      index.put(node, isRecent: isScanned)
      return
    }
    let node = index[number]
    guard isOlder(node, than: ticket), node.status != status else { return }
    // Another process has used it; the list is in the order of use.
    if status.lastUse > node.status?.lastUse ?? 0 { index.use(number) }
    index.update(number) { node in
      if node.status?.number != status.number || node.status?.size != status.size {
        node.entry = nil
        node.selection = nil
      }
      node.size = status.size
      node.status = status
    }
  }
}
