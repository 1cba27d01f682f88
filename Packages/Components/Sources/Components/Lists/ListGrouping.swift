/// The rule that divides a ``ListModel``'s items into sections.
public struct ListGrouping<Item, Section: Hashable & Sendable>: Sendable {
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
  /// The model calls `section` once per item. An empty title means no heading. Without `areInIncreasingOrder`, sections
  /// are in the order of their first items.
  @inlinable
  public init(
    by section: @escaping @Sendable (Item) -> Section,
    title: @escaping @Sendable (Section) -> String,
    areInIncreasingOrder: (@Sendable (Section, Section) -> Bool)? = nil
  ) {
    // Creating the closure here, where the types are known, makes it several times faster.
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

  /// Returns the indices of the items section by section, and the range of each section.
  ///
  /// The permutation contains the indices in sort order. The work is O(n + s log s) for s sections.
  func arranged(_ items: [Item], _ permutation: [Int]) -> (arrangement: [Int], groups: [ListGroup<Section>]) {
    let (sections, numbers) = divided(items)
    var counts = [Int](repeating: 0, count: sections.count)
    // The sections, in the order of their first items.
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

  /// Returns the sections in sorted order, with equivalent sections in their original order.
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

/// A section in a ``ListModel``, with its visible rows.
public struct ListGroup<Section: Hashable & Sendable>: Hashable, Sendable {
  /// The section, or `nil` if the model has no grouping.
  public let section: Section?
  /// The sanitized heading, which is empty for a section without a heading.
  public let title: String
  /// The section's rows, numbered across all sections.
  public let rows: Range<Int>

  init(_ section: Section?, title: String, rows: Range<Int>) {
    self.section = section
    self.title = title.sanitized(.singleLine)
    self.rows = rows
  }

  func with(rows: Range<Int>) -> ListGroup { ListGroup(self, rows: rows) }

  private init(_ other: ListGroup, rows: Range<Int>) {
    section = other.section
    title = other.title
    self.rows = rows
  }
}

/// The sort order of a ``ListModel``'s items, with equivalent items in their original order.
public struct ListOrdering<Item>: Sendable {
  /// Returns a function that compares items by index.
  ///
  /// The result is negative if the first item precedes the second one, and 0 if they are equivalent.
  @usableFromInline let prepared: @Sendable ([Item]) -> (Int, Int) -> Int

  @usableFromInline init(prepared: @escaping @Sendable ([Item]) -> (Int, Int) -> Int) { self.prepared = prepared }

  /// Creates an ordering from a strict weak ordering, as for `sorted(by:)`; it is called O(n log n) times.
  @inlinable
  public init(_ areInIncreasingOrder: @escaping @Sendable (Item, Item) -> Bool) {
    self.init(prepared: { items in
      { first, second in
        if areInIncreasingOrder(items[first], items[second]) { return -1 }
        return areInIncreasingOrder(items[second], items[first]) ? 1 : 0
      }
    })
  }

  /// Creates an ordering by a key, which is computed only once per item and can therefore be expensive.
  ///
  /// Whether ascending or descending, items come last if their key is `nil` or isn't equal to itself, such as NaN.
  @inlinable
  public init<Key: Comparable & SendableMetatype>(by key: @escaping @Sendable (Item) -> Key?, descending: Bool = false)
  {
    self.init(prepared: { items in
      let keys = items.map { item in key(item).flatMap { $0 == $0 ? $0 : nil } }
      let before = descending ? 1 : -1
      return { first, second in
        switch (keys[first], keys[second]) {
        case (let first?, let second?): first < second ? before : first == second ? 0 : -before
        case (nil, nil): 0
        case (nil, _): 1
        case (_, nil): -1
        }
      }
    })
  }

  /// Returns an ordering that uses another ordering for equivalent items.
  public func followed(by other: ListOrdering) -> ListOrdering {
    ListOrdering(prepared: { [prepared] items in
      let compare = prepared(items)
      let compareEqual = other.prepared(items)
      return { first, second in
        let order = compare(first, second)
        return order != 0 ? order : compareEqual(first, second)
      }
    })
  }

  /// Returns the indices of the items in sort order, in O(n log n).
  func permutation(of items: [Item]) -> [Int] {
    let compare = prepared(items)
    return items.indices.sorted { first, second in
      let order = compare(first, second)
      return order != 0 ? order < 0 : first < second
    }
  }
}

/// The filter for a ``ListModel``, usually the result of a search by the model's owner.
public enum ListFilter<ID: Hashable & Sendable>: Hashable, Sendable {
  case all
  /// The items at these indices of ``ListModel/items``, in any order, are visible; invalid indices are ignored.
  case indices([Int])
  /// The items with these IDs are visible.
  case ids(Set<ID>)
}
