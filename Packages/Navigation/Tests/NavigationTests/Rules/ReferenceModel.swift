import BasicsTesting
import Navigation

/// A simple second implementation of the navigation rules using plain lists, as a reference for testing the reducer.
struct ReferenceModel {
  enum Spot: Equatable {
    case board(Int)
    case item(Int, mode: Int)
    case fussy(Int)
    case stranger

    var target: NavigationTarget {
      switch self {
      case .board(let number): NavigationTarget(Board(number: number))
      case .item(let item, let mode): NavigationTarget(Item(item: item, mode: mode))
      case .fussy(let number): NavigationTarget(Fussy(number: number))
      case .stranger: NavigationTarget(Stranger())
      }
    }

    var isShowable: Bool {
      switch self {
      case .stranger: false
      case .fussy(let number): number >= 0
      default: true
      }
    }

    var isUpdatable: Bool { if case .item = self { true } else { false } }

    func isSamePlace(as other: Spot) -> Bool {
      switch (self, other) {
      case (.board, .board), (.fussy, .fussy): true
      case (.item(let left, _), .item(let right, _)): left == right
      default: false
      }
    }
  }

  enum Command {
    case deliver(Spot, Int?), back(Int), push(Spot, PushPolicy), popup(Spot, PushPolicy), home, show([Spot], PathBase),
      newHome([Spot])

    var command: NavigationCommand {
      switch self {
      case .back(let steps): .back(steps: steps)
      case .deliver(let spot, let steps): .deliver(target: spot.target, steps: steps)
      case .push(let spot, let policy): .push(target: spot.target, policy: policy)
      case .popup(let spot, let policy): .popup(target: spot.target, policy: policy)
      case .home: .home
      case .show(let path, let base): .show(path: path.map(\.target), base: base)
      case .newHome(let path): .newHome(path: path.map(\.target))
      }
    }
  }

  struct Entry: Equatable {
    var spot: Spot
    var isPopup = false
    var serial: Int
  }

  let limit: Int
  var entries: [Entry]
  private var nextSerial = 1

  init(root: Spot, limit: Int) {
    self.limit = limit
    entries = [Entry(spot: root, serial: 0)]
  }

  /// Returns the entries after a command if no guard objects, or `nil` if the command is rejected or has no effect.
  mutating func result(of command: Command) -> [Entry]? {
    let before = entries
    let after = wish(command)
    guard let after, after != before, after.allSatisfy(\.spot.isShowable) else { return nil }
    guard after.count <= limit || after.count <= before.count else { return nil }
    return after
  }

  private mutating func new(_ spot: Spot, isPopup: Bool = false) -> Entry {
    nextSerial += 1
    return Entry(spot: spot, isPopup: isPopup, serial: nextSerial)
  }

  private mutating func wish(_ command: Command) -> [Entry]? {
    let pages = entries.filter { !$0.isPopup }
    switch command {
    case .back(let steps):
      return steps <= 0 ? nil : Array(entries.prefix(max(1, entries.count - steps)))
    case .home:
      return [entries[0]]
    case .deliver(let spot, let steps):
      if let steps, steps <= 0 || entries.count == 1 { return nil }
      let rest = Array(entries.prefix(max(1, entries.count - (steps ?? entries.count))))
      guard let last = rest.last, last.spot.target.id == spot.target.id else { return nil }
      if last.spot == spot { return rest }
      var updated = last
      updated.spot = spot
      return rest.dropLast() + [spot.isUpdatable ? updated : new(spot, isPopup: last.isPopup)]
    case .push(let spot, let policy):
      return place(spot, policy, among: pages, below: [], isPopup: false)
    case .popup(let spot, let policy):
      return place(spot, policy, among: entries.filter(\.isPopup), below: pages, isPopup: true)
    case .show(let path, let base):
      return show(path, base, pages)
    case .newHome(let path):
      var kept = 0
      while kept < min(path.count, pages.count), pages[kept].spot == path[kept] { kept += 1 }
      var result = Array(pages.prefix(kept))
      for spot in path.dropFirst(kept) { result.append(new(spot)) }
      return result.isEmpty ? nil : result
    }
  }

  /// Returns the entry with a new payload if the payload represents the same place and the entry can be updated.
  private func revised(_ entry: Entry, to spot: Spot) -> Entry? {
    guard entry.spot.isSamePlace(as: spot), spot.isUpdatable else { return nil }
    var entry = entry
    entry.spot = spot
    return entry
  }

  private mutating func place(
    _ spot: Spot,
    _ policy: PushPolicy,
    among region: [Entry],
    below: [Entry],
    isPopup: Bool
  ) -> [Entry]? {
    let candidates: [Int] =
      switch policy {
      case .always: []
      case .single: region.isEmpty ? [] : [region.count - 1]
      case .bringBack: Array(region.indices)
      }
    guard let match = candidates.last(where: { region[$0].spot.isSamePlace(as: spot) }) else {
      return below + region + [new(spot, isPopup: isPopup)]
    }
    let kept = Array(region[..<match])
    if region[match].spot == spot { return below + kept + [region[match]] }
    return below + kept + [revised(region[match], to: spot) ?? new(spot, isPopup: isPopup)]
  }

  private mutating func show(_ path: [Spot], _ base: PathBase, _ pages: [Entry]) -> [Entry]? {
    guard let last = path.last else { return nil }
    if pages.count == entries.count, pages.last?.spot == last { return nil }
    var result: [Entry] = []
    var rest = pages
    if base == .home, !path[0].isSamePlace(as: pages[0].spot) { result.append(rest.removeFirst()) }
    var isFollowing = true
    for (index, spot) in path.enumerated() {
      if isFollowing, let present = rest.first, present.spot.isSamePlace(as: spot) {
        rest.removeFirst()
        if index < path.count - 1 || present.spot == spot {
          result.append(present)
          continue
        }
        if let revised = revised(present, to: spot) {
          result.append(revised)
          continue
        }
      }
      isFollowing = false
      result.append(new(spot))
    }
    return result
  }
}

extension ReferenceModel {
  /// Returns a random command, which may contain unusual numbers or destinations that can't be shown.
  static func randomCommand(_ random: inout SeededGenerator) -> Command {
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<45: .push(spot(&random), policy(&random))
    case 45..<57: .popup(spot(&random), policy(&random))
    case 57..<74: .back(Int.random(in: -1...4, using: &random))
    case 74..<80: .deliver(spot(&random), Bool.random(using: &random) ? nil : Int.random(in: -1...4, using: &random))
    case 80..<85: .home
    case 85..<93: .show(path(&random), Bool.random(using: &random) ? .home : .root)
    default: .newHome(path(&random))
    }
  }

  private static func policy(_ random: inout SeededGenerator) -> PushPolicy {
    [.single, .bringBack, .always][Int.random(in: 0..<3, using: &random)]
  }

  private static func path(_ random: inout SeededGenerator) -> [Spot] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in spot(&random) }
  }

  private static func spot(_ random: inout SeededGenerator) -> Spot {
    switch Int.random(in: 0..<40, using: &random) {
    case 0..<8: .board(Int.random(in: 0..<3, using: &random))
    case 8..<30: .item(Int.random(in: 0..<4, using: &random), mode: Int.random(in: 0..<3, using: &random))
    case 30..<38: .fussy(Int.random(in: 0..<3, using: &random))
    case 38: .fussy(-1)
    default: .stranger
    }
  }
}
