import Basics
import Persistence

extension InMemoryVolume {
  mutating func open(_ path: String, _ purpose: OpenPurpose, _ actor: Actor) throws(Refusal) -> FileDescriptor {
    let node: UInt64
    switch purpose {
    case .reading:
      let (number, found) = try existing(path, actor)
      try check(found, .read, actor)
      node = number
    case .folder:
      let (number, found) = try existing(path, actor)
      guard found.kind == .folder else { throw Refusal(code: .notAFolder) }
      try check(found, .read, actor)
      node = number
    case .newFolder:
      let (number, found) = try existing(path, followsLast: false, actor)
      guard found.kind == .folder else { throw Refusal(code: .notAFolder) }
      try check(found, .read, actor)
      node = number
    case .creating(let mode):
      let place = try resolve(path, followsLast: false, actor)
      guard place.node == nil else { throw Refusal(code: .exists) }
      node = try create(.file([]), at: place, mode, actor)
    case .updating(let mode):
      let place = try resolve(path, followsLast: false, actor)
      if let number = place.node, let found = nodes[number] {
        if found.kind == .link { throw Refusal(code: .linkLoop) }
        if found.kind == .folder { throw Refusal(code: .isAFolder) }
        try check(found, .read, actor)
        try check(found, .write, actor)
        node = number
      } else {
        node = try create(.file([]), at: place, mode, actor)
      }
    }
    return FileDescriptor(
      number: newOpening(Opening(node: node, process: actor.process, purpose: purpose)),
      path: path
    )
  }

  mutating func close(_ number: Int32) throws(Refusal) {
    guard let opening = openings[number] else { throw Refusal(code: .badDescriptor) }
    release(number, opening)
  }

  func read(_ number: Int32, _ offset: Int, _ buffer: UnsafeMutableRawBufferPointer) throws(Refusal) -> Int {
    let (_, node) = try opened(number)
    if node.kind == .folder { throw Refusal(code: .isAFolder) }
    let rest = node.bytes.dropFirst(offset).prefix(buffer.count)
    rest.withUnsafeBytes { buffer.copyMemory(from: $0) }
    return rest.count
  }

  mutating func write(_ number: Int32, _ offset: Int, _ buffer: UnsafeRawBufferPointer) throws(Refusal) -> Int {
    let (inode, node) = try opened(number)
    var bytes = node.bytes
    if bytes.count < offset { bytes += repeatElement(0, count: offset - bytes.count) }
    var count = buffer.count
    if let capacity {
      let free = max(0, capacity - usedBytes) + bytes.count - offset
      count = min(count, free)
      if count == 0, !buffer.isEmpty { throw Refusal(code: .noSpace) }
    }
    bytes.replaceSubrange(offset..<min(bytes.count, offset + count), with: buffer.prefix(count))
    nodes[inode]?.bytes = bytes
    touch(inode)
    return count
  }

  mutating func truncate(_ number: Int32, _ length: Int) throws(Refusal) {
    let (inode, node) = try opened(number)
    let kept = Array(node.bytes.prefix(length))
    nodes[inode]?.bytes = kept + repeatElement(0, count: length - kept.count)
    touch(inode)
  }

  mutating func synchronize(_ number: Int32) throws(Refusal) {
    let (inode, node) = try opened(number)
    if node.kind == .folder {
      nodes[inode]?.durableNames = node.names
      for number in node.durableNames.values { collect(number) }
    } else {
      nodes[inode]?.durableBytes = node.bytes
    }
  }

  mutating func tryLock(_ number: Int32) throws(Refusal) -> Bool {
    let (inode, _) = try opened(number)
    if let holder = locks[inode] { return holder == number }
    locks[inode] = number
    return true
  }

  mutating func unlock(_ number: Int32) throws(Refusal) {
    let (inode, _) = try opened(number)
    if locks[inode] == number { locks[inode] = nil }
  }

  func status(of number: Int32) throws(Refusal) -> FileStatus {
    let (inode, node) = try opened(number)
    return status(inode, node)
  }

  func status(at path: String, _ actor: Actor) throws(Refusal) -> FileStatus {
    let (inode, node) = try existing(path, actor)
    return status(inode, node)
  }

  mutating func setMode(_ mode: FileMode, of number: Int32, _ actor: Actor) throws(Refusal) {
    let (inode, node) = try opened(number)
    guard actor.owner.user == 0 || actor.owner.user == node.owner.user else { throw Refusal(code: .notPermitted) }
    nodes[inode]?.mode = mode
  }

  mutating func setOwner(_ owner: FileOwner, of number: Int32, _ actor: Actor) throws(Refusal) {
    let (inode, _) = try opened(number)
    guard actor.owner.user == 0 else { throw Refusal(code: .notPermitted) }
    nodes[inode]?.owner = owner
  }

  mutating func rename(_ path: String, _ newPath: String, _ actor: Actor) throws(Refusal) {
    let old = try resolve(path, followsLast: false, actor)
    let new = try resolve(newPath, followsLast: false, actor)
    guard let moved = old.node, let node = nodes[moved] else { throw Refusal(code: .notFound) }
    try checkNames(of: old.folder, actor)
    try checkNames(of: new.folder, actor)
    if let replaced = new.node, let target = nodes[replaced] {
      if replaced == moved { return }
      if target.kind == .folder, node.kind != .folder { throw Refusal(code: .isAFolder) }
      if target.kind == .folder, !target.names.isEmpty { throw Refusal(code: .folderNotEmpty) }
      if target.kind != .folder, node.kind == .folder { throw Refusal(code: .notAFolder) }
    }
    setName(new.name, in: new.folder, to: moved)
    setName(old.name, in: old.folder, to: nil)
  }

  mutating func link(_ path: String, _ newPath: String, _ actor: Actor) throws(Refusal) {
    let (number, node) = try existing(path, followsLast: false, actor)
    let new = try resolve(newPath, followsLast: false, actor)
    if new.node != nil { throw Refusal(code: .exists) }
    if node.kind == .folder { throw Refusal(code: .notPermitted) }
    try checkNames(of: new.folder, actor)
    setName(new.name, in: new.folder, to: number)
  }

  mutating func unlink(_ path: String, _ actor: Actor) throws(Refusal) {
    let place = try resolve(path, followsLast: false, actor)
    guard let number = place.node, let node = nodes[number] else { throw Refusal(code: .notFound) }
    if node.kind == .folder { throw Refusal(code: .isAFolder) }
    try checkNames(of: place.folder, actor)
    setName(place.name, in: place.folder, to: nil)
  }

  mutating func makeFolder(_ path: String, _ mode: FileMode, _ actor: Actor) throws(Refusal) {
    let place = try resolve(path, followsLast: false, actor)
    if place.node != nil { throw Refusal(code: .exists) }
    _ = try create(.folder, at: place, mode, actor)
  }

  func list(_ path: String, _ actor: Actor) throws(Refusal) -> [String] {
    let (_, node) = try existing(path, actor)
    guard node.kind == .folder else { throw Refusal(code: .notAFolder) }
    try check(node, .read, actor)
    return Array(node.names.keys)
  }

  func destinationOfLink(at path: String, _ actor: Actor) throws(Refusal) -> String? {
    let (_, node) = try existing(path, followsLast: false, actor)
    return node.kind == .link ? node.destination : nil
  }

  private mutating func create(
    _ content: Content,
    at place: Place,
    _ mode: FileMode,
    _ actor: Actor
  ) throws(Refusal) -> UInt64 {
    try checkNames(of: place.folder, actor)
    let node = newNode(content, mode, actor.owner)
    setName(place.name, in: place.folder, to: node)
    return node
  }

  private func opened(_ number: Int32) throws(Refusal) -> (UInt64, Node) {
    guard let opening = openings[number], let node = nodes[opening.node] else { throw Refusal(code: .badDescriptor) }
    return (opening.node, node)
  }

  private func status(_ inode: UInt64, _ node: Node) -> FileStatus {
    FileStatus(
      kind: node.kind,
      mode: node.mode,
      owner: node.owner,
      size: node.bytes.count,
      device: 1,
      inode: inode,
      linkCount: node.linkCount,
      modified: node.modified
    )
  }
}
