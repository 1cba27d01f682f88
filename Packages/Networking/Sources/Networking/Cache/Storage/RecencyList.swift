/// Small numbers in the order of their last use; every operation takes constant time.
struct RecencyList: Sendable {
  private static let none = -1

  private var newer: [Int] = []
  private var older: [Int] = []
  private var isMember: [Bool] = []
  private var newest = none
  private var oldest = none

  /// The number that was used longest ago.
  var leastRecent: Int? { oldest == Self.none ? nil : oldest }

  /// Whether the number is in the list.
  func contains(_ number: Int) -> Bool { number < isMember.count && isMember[number] }

  /// Makes the number the last used one, adding it where it is missing.
  mutating func use(_ number: Int) {
    if newest == number { return }
    remove(number)
    grow(to: number)
    isMember[number] = true
    older[number] = newest
    newer[number] = Self.none
    if newest != Self.none { newer[newest] = number } else { oldest = number }
    newest = number
  }

  /// Adds a number behind all others, as the one that was used longest ago.
  mutating func addOldest(_ number: Int) {
    remove(number)
    grow(to: number)
    isMember[number] = true
    newer[number] = oldest
    older[number] = Self.none
    if oldest != Self.none { older[oldest] = number } else { newest = number }
    oldest = number
  }

  /// Takes the number out.
  mutating func remove(_ number: Int) {
    guard contains(number) else { return }
    let (before, behind) = (newer[number], older[number])
    if before != Self.none { older[before] = behind } else { newest = behind }
    if behind != Self.none { newer[behind] = before } else { oldest = before }
    isMember[number] = false
  }

  private mutating func grow(to number: Int) {
    while isMember.count <= number {
      isMember.append(false)
      newer.append(Self.none)
      older.append(Self.none)
    }
  }
}
