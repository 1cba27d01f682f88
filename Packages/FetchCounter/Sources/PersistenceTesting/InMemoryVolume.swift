import Basics
import Persistence

/// A volume's numbered nodes, their names, and open files.
struct InMemoryVolume: Sendable {
  struct Refusal: Error {
    var code: SystemErrorCode
  }

  struct Actor: Sendable {
    var process: Int
    var owner: FileOwner
  }

  enum Content: Sendable {
    case file([UInt8])
    case folder
    case link(String)
  }

  struct Node: Sendable {
    var kind: FileKind
    var mode: FileMode
    var owner: FileOwner
    var modified: Int64 = 0
    var linkCount = 0
    var bytes: [UInt8] = []
    var durableBytes: [UInt8]?
    var names: [String: UInt64] = [:]
    var durableNames: [String: UInt64] = [:]
    var destination = ""
  }

  struct Opening: Sendable {
    var node: UInt64
    var process: Int
    var purpose: OpenPurpose
  }

  static let root: UInt64 = 1

  var nodes: [UInt64: Node]
  var openings: [Int32: Opening] = [:]
  /// The descriptor that holds each lock, by node.
  var locks: [UInt64: Int32] = [:]
  var capacity: Int?
  private var nextNode: UInt64 = 2
  private var nextOpening: Int32 = 3
  private var nextProcess = 2
  private var time: Int64 = 0

  init(owner: FileOwner, capacity: Int?) {
    nodes = [Self.root: Node(kind: .folder, mode: FileMode(rawValue: 0o755), owner: owner, linkCount: 1)]
    self.capacity = capacity
  }

  mutating func newProcess() -> Int {
    defer { nextProcess += 1 }
    return nextProcess
  }

  mutating func newNode(_ content: Content, _ mode: FileMode, _ owner: FileOwner) -> UInt64 {
    defer { nextNode += 1 }
    var node: Node
    switch content {
    case .file(let bytes):
      node = Node(kind: .file, mode: mode, owner: owner)
      node.bytes = bytes
    case .folder:
      node = Node(kind: .folder, mode: mode, owner: owner)
    case .link(let destination):
      node = Node(kind: .link, mode: mode, owner: owner)
      node.destination = destination
    }
    node.modified = tick()
    nodes[nextNode] = node
    return nextNode
  }

  mutating func newOpening(_ opening: Opening) -> Int32 {
    defer { nextOpening += 1 }
    openings[nextOpening] = opening
    return nextOpening
  }

  private mutating func tick() -> Int64 {
    time += 1
    return time
  }

  mutating func touch(_ number: UInt64) {
    let now = tick()
    nodes[number]?.modified = now
  }

  /// The size of all reachable files, in bytes.
  var usedBytes: Int {
    nodes.reduce(0) { $0 + (isReachable($1.key, $1.value) ? $1.value.bytes.count : 0) }
  }

  /// Removes a node that is unreachable both now and after a power loss.
  mutating func collect(_ number: UInt64) {
    guard let node = nodes[number], !isReachable(number, node) else { return }
    if nodes.values.contains(where: { $0.durableNames.values.contains(number) }) { return }
    nodes[number] = nil
  }

  private func isReachable(_ number: UInt64, _ node: Node) -> Bool {
    node.linkCount > 0 || openings.values.contains { $0.node == number }
  }

  mutating func closeAll(of process: Int) {
    for (number, opening) in openings where opening.process == process { release(number, opening) }
  }

  mutating func release(_ number: Int32, _ opening: Opening) {
    if locks[opening.node] == number { locks[opening.node] = nil }
    openings[number] = nil
    collect(opening.node)
  }
}

extension InMemoryVolume {
  /// A directory, a name in it, and the node with that name, if any.
  struct Place {
    var folder: UInt64
    var name: String
    var node: UInt64?
  }

  private static let linkLimit = 40

  /// Resolves a path to a place that may not exist; a `nil` actor bypasses permissions.
  func resolve(_ path: String, followsLast: Bool, _ actor: Actor?) throws(Refusal) -> Place {
    var parts = Array(path.split(separator: "/").map(String.init).reversed())
    var place = Place(folder: Self.root, name: ".", node: Self.root)
    var parents: [UInt64] = []
    var links = 0
    while let part = parts.popLast() {
      guard let current = place.node, let folder = nodes[current] else { throw Refusal(code: .notFound) }
      guard folder.kind == .folder else { throw Refusal(code: .notAFolder) }
      try check(folder, .execute, actor)
      if part == "." { continue }
      if part == ".." {
        place = Place(folder: Self.root, name: ".", node: parents.popLast() ?? Self.root)
        continue
      }
      if part.utf8.count > 255 { throw Refusal(code: .nameTooLong) }
      let next = folder.names[part]
      if let next, let link = nodes[next], link.kind == .link, followsLast || !parts.isEmpty {
        links += 1
        if links > Self.linkLimit { throw Refusal(code: .linkLoop) }
        parts += link.destination.split(separator: "/").map(String.init).reversed()
        if link.destination.hasPrefix("/") {
          parents = []
          place = Place(folder: Self.root, name: ".", node: Self.root)
        }
        continue
      }
      parents.append(current)
      place = Place(folder: current, name: part, node: next)
    }
    return place
  }

  func existing(_ path: String, followsLast: Bool = true, _ actor: Actor?) throws(Refusal) -> (UInt64, Node) {
    guard let number = try resolve(path, followsLast: followsLast, actor).node, let node = nodes[number] else {
      throw Refusal(code: .notFound)
    }
    return (number, node)
  }

  enum Access: UInt32 {
    case execute = 1
    case write = 2
    case read = 4
  }

  func check(_ node: Node, _ access: Access, _ actor: Actor?) throws(Refusal) {
    guard let actor, actor.owner.user != 0 else { return }
    let shift: UInt32 =
      if node.owner.user == actor.owner.user { 6 } else if node.owner.group == actor.owner.group { 3 } else { 0 }
    if node.mode.rawValue >> shift & access.rawValue == 0 { throw Refusal(code: .accessDenied) }
  }

  func checkNames(of folder: UInt64, _ actor: Actor) throws(Refusal) {
    guard let node = nodes[folder] else { throw Refusal(code: .notFound) }
    try check(node, .write, actor)
    try check(node, .execute, actor)
  }

  mutating func setName(_ name: String, in folder: UInt64, to node: UInt64?) {
    let old = nodes[folder]?.names[name]
    nodes[folder]?.names[name] = node
    touch(folder)
    if let node { nodes[node]?.linkCount += 1 }
    if let old {
      nodes[old]?.linkCount -= 1
      collect(old)
    }
  }
}
