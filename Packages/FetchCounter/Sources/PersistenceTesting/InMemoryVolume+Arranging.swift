import Basics
import BasicsTesting
import Persistence

extension InMemoryVolume {
  mutating func place(_ content: Content, at path: String, mode: FileMode, owner: FileOwner) {
    let names = path.split(separator: "/").map(String.init)
    guard let last = names.last else { return }
    var folder = Self.root
    for name in names.dropLast() {
      if let next = nodes[folder]?.names[name] {
        folder = next
      } else {
        let next = newNode(.folder, .privateFolder, owner)
        setDurableName(name, in: folder, to: next)
        folder = next
      }
    }
    if case .file(let bytes) = content, let number = nodes[folder]?.names[last], nodes[number]?.kind == .file {
      nodes[number]?.bytes = bytes
      nodes[number]?.durableBytes = bytes
      touch(number)
      return
    }
    let node = newNode(content, mode, owner)
    if case .file(let bytes) = content { nodes[node]?.durableBytes = bytes }
    setDurableName(last, in: folder, to: node)
  }

  func contents(at path: String) -> [UInt8]? {
    do throws(Refusal) {
      let (_, node) = try existing(path, followsLast: false, nil)
      return node.kind == .file ? node.bytes : nil
    } catch {
      return nil
    }
  }

  func names(in path: String) -> [String] {
    do throws(Refusal) {
      return try existing(path, nil).1.names.keys.sorted()
    } catch {
      return []
    }
  }

  mutating func setMode(_ mode: FileMode, at path: String) {
    do throws(Refusal) {
      nodes[try existing(path, nil).0]?.mode = mode
    } catch {
      preconditionFailure("Couldn't set the permissions of \(path): there is no such file or folder.")
    }
  }

  func afterPowerLoss(_ loss: InMemoryFileSystem.PowerLoss) -> InMemoryVolume {
    var volume = self
    volume.openings = [:]
    volume.locks = [:]
    var chance = SeededGenerator(seed: 0)
    if case .some(let seed) = loss { chance = SeededGenerator(seed: seed) }
    // Sort by number, because the result must depend only on the seed.
    for number in nodes.keys.sorted() {
      guard let node = nodes[number] else { continue }
      let names = surviving(node, loss, &chance)
      let bytes = survivingBytes(node, loss, &chance)
      volume.nodes[number]?.names = names
      volume.nodes[number]?.durableNames = names
      volume.nodes[number]?.bytes = bytes
      volume.nodes[number]?.durableBytes = bytes
    }
    volume.recount()
    return volume
  }

  private func surviving(
    _ node: Node,
    _ loss: InMemoryFileSystem.PowerLoss,
    _ chance: inout SeededGenerator
  ) -> [String: UInt64] {
    switch loss {
    case .everything, .names: return node.durableNames
    case .contents: return node.names
    case .some:
      var names: [String: UInt64] = [:]
      for name in Set(node.names.keys).union(node.durableNames.keys).sorted() {
        names[name] = Bool.random(using: &chance) ? node.names[name] : node.durableNames[name]
      }
      return names
    }
  }

  private func survivingBytes(
    _ node: Node,
    _ loss: InMemoryFileSystem.PowerLoss,
    _ chance: inout SeededGenerator
  ) -> [UInt8] {
    let durable = node.durableBytes ?? []
    switch loss {
    case .everything, .contents: return durable
    case .names: return node.bytes
    case .some:
      if node.bytes == durable { return durable }
      switch Int.random(in: 0..<3, using: &chance) {
      case 0: return durable
      case 1: return node.bytes
      default: return Array(node.bytes.prefix(Int.random(in: 0...node.bytes.count, using: &chance)))
      }
    }
  }

  /// Recounts all links, and removes nodes without a name.
  private mutating func recount() {
    var counts: [UInt64: Int] = [Self.root: 1]
    var pending = [Self.root]
    while let number = pending.popLast() {
      for child in nodes[number]?.names.values ?? [:].values {
        counts[child, default: 0] += 1
        if counts[child] == 1 { pending.append(child) }
      }
    }
    for number in nodes.keys {
      if let count = counts[number] { nodes[number]?.linkCount = count } else { nodes[number] = nil }
    }
  }

  private mutating func setDurableName(_ name: String, in folder: UInt64, to node: UInt64) {
    setName(name, in: folder, to: node)
    nodes[folder]?.durableNames[name] = node
  }
}
