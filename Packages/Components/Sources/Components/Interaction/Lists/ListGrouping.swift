/// Under which headings the items of a ``ListModel`` stand.
public struct ListGrouping<Item, Section: Hashable & Sendable>: Sendable {
  let section: @Sendable (Item) -> Section
  let title: @Sendable (Section) -> String
  let areInIncreasingOrder: (@Sendable (Section, Section) -> Bool)?

  /// Creates a grouping.
  ///
  /// - Parameters:
  ///   - section: the section of an item; asked for once an item.
  ///   - title: the heading of a section; one without text is shown without a heading.
  ///   - areInIncreasingOrder: whether the first of two sections has to come before the second. Without it sections stand
  ///     in the order of their first items.
  public init(
    by section: @escaping @Sendable (Item) -> Section,
    title: @escaping @Sendable (Section) -> String,
    areInIncreasingOrder: (@Sendable (Section, Section) -> Bool)? = nil
  ) {
    self.section = section
    self.title = title
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  /// Puts items under their headings; O(n + s log s) for s sections.
  ///
  /// - Parameters:
  ///   - items: all items.
  ///   - permutation: their indices in the order within sections.
  /// - Returns: The indices section by section, and where each section is in them.
  func arranged(_ items: [Item], _ permutation: [Int]) -> (arrangement: [Int], groups: [ListGroup<Section>]) {
    var numbers: [Section: Int] = [:]
    var sections: [Section] = []
    var members: [[Int]] = []
    for index in permutation {
      let section = section(items[index])
      if let number = numbers[section] {
        members[number].append(index)
      } else {
        numbers[section] = sections.count
        sections.append(section)
        members.append([index])
      }
    }
    var order = Array(sections.indices)
    if let areInIncreasingOrder {
      order.sort { first, second in
        if areInIncreasingOrder(sections[first], sections[second]) { return true }
        return first < second && !areInIncreasingOrder(sections[second], sections[first])
      }
    }
    var arrangement: [Int] = []
    arrangement.reserveCapacity(permutation.count)
    let groups = order.map { number in
      let start = arrangement.count
      arrangement += members[number]
      return ListGroup(sections[number], title: title(sections[number]), rows: start..<arrangement.count)
    }
    return (arrangement, groups)
  }
}
