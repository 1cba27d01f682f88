/// Under which headings the items of a ``ListModel`` stand.
public struct ListGrouping<Item, Section: Hashable & Sendable>: Sendable {
  /// Finds the different sections of items, and for each item which of them is its own.
  @usableFromInline let divided: @Sendable ([Item]) -> (sections: [Section], numbers: [Int])
  let title: @Sendable (Section) -> String
  let areInIncreasingOrder: (@Sendable (Section, Section) -> Bool)?

  @usableFromInline init(
    divided: @escaping @Sendable ([Item]) -> (sections: [Section], numbers: [Int]),
    title: @escaping @Sendable (Section) -> String,
    areInIncreasingOrder: (@Sendable (Section, Section) -> Bool)?
  ) {
    self.divided = divided
    self.title = title
    self.areInIncreasingOrder = areInIncreasingOrder
  }

  /// Creates a grouping.
  ///
  /// - Parameters:
  ///   - section: the section of an item; asked for once an item.
  ///   - title: the heading of a section; one without text is shown without a heading.
  ///   - areInIncreasingOrder: whether the first of two sections has to come before the second. Without it sections stand
  ///     in the order of their first items.
  @inlinable
  public init(
    by section: @escaping @Sendable (Item) -> Section,
    title: @escaping @Sendable (Section) -> String,
    areInIncreasingOrder: (@Sendable (Section, Section) -> Bool)? = nil
  ) {
    // Made where the types are known, which is several times as fast.
    let divided: @Sendable ([Item]) -> (sections: [Section], numbers: [Int]) = { items in
      var known: [Section: Int] = [:]
      var sections: [Section] = []
      let numbers = items.map { item in
        let section = section(item)
        if let number = known[section] { return number }
        known[section] = sections.count
        sections.append(section)
        return sections.count - 1
      }
      return (sections, numbers)
    }
    self.init(divided: divided, title: title, areInIncreasingOrder: areInIncreasingOrder)
  }

  /// Puts items under their headings; O(n + s log s) for s sections.
  ///
  /// - Parameters:
  ///   - items: all items.
  ///   - permutation: their indices in the order within sections.
  /// - Returns: The indices section by section, and where each section is in them.
  func arranged(_ items: [Item], _ permutation: [Int]) -> (arrangement: [Int], groups: [ListGroup<Section>]) {
    let (sections, numbers) = divided(items)
    var counts = [Int](repeating: 0, count: sections.count)
    // The sections in the order of their first items.
    var order: [Int] = []
    for index in permutation {
      let number = numbers[index]
      if counts[number] == 0 { order.append(number) }
      counts[number] += 1
    }
    if let areInIncreasingOrder { order = sorted(order, sections, areInIncreasingOrder) }
    var groups: [ListGroup<Section>] = []
    var starts = counts
    var start = 0
    for number in order {
      let rows = start..<(start + counts[number])
      groups.append(ListGroup(sections[number], title: title(sections[number]), rows: rows))
      starts[number] = start
      start = rows.upperBound
    }
    var arrangement = permutation
    for index in permutation {
      arrangement[starts[numbers[index]]] = index
      starts[numbers[index]] += 1
    }
    return (arrangement, groups)
  }

  /// Sections that neither has to come before the other keep their order.
  private func sorted(
    _ order: [Int],
    _ sections: [Section],
    _ areInIncreasingOrder: (Section, Section) -> Bool
  ) -> [Int] {
    order.enumerated().sorted { first, second in
      if areInIncreasingOrder(sections[first.element], sections[second.element]) { return true }
      return first.offset < second.offset
        && !areInIncreasingOrder(sections[second.element], sections[first.element])
    }.map(\.element)
  }
}
