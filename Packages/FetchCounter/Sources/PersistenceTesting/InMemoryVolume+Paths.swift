import Basics
import Persistence

extension InMemoryVolume {
  /// Where a path leads: the folder, the name in it, and what is there.
  struct Place {
    var folder: UInt64
    var name: String
    var node: UInt64?
  }

  private static let linkLimit = 40

  /// Follows a path from the root.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLast: Whether a symbolic link at the end is followed too.
  ///   - actor: Who follows it, or `nil` to follow past all permissions.
  /// - Returns: Where it leads; there may be nothing.
  /// - Throws: `Refusal`.
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

  /// What a path leads to.
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

  /// Refuses what the permission bits do not allow.
  func check(_ node: Node, _ access: Access, _ actor: Actor?) throws(Refusal) {
    guard let actor, actor.owner.user != 0 else { return }
    let shift: UInt32 =
      if node.owner.user == actor.owner.user { 6 } else if node.owner.group == actor.owner.group { 3 } else { 0 }
    if node.mode.rawValue >> shift & access.rawValue == 0 { throw Refusal(code: .accessDenied) }
  }

  /// Refuses to change the names in a folder that the actor must not write.
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
