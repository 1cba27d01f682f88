/// Under which headings the items of a ``ListModel`` stand.
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

/// A section of a ``ListModel`` with the rows that are shown below its heading.
public struct ListGroup<Section: Hashable & Sendable>: Hashable, Sendable {
  /// The section; nil if the items are not grouped.
  public let section: Section?
  /// The heading, sanitized; empty for none.
  public let title: String
  /// The rows, counted over all sections.
  public let rows: Range<Int>

  init(_ section: Section?, title: String, rows: Range<Int>) {
    self.section = section
    self.title = title.sanitized(.singleLine)
    self.rows = rows
  }

  /// The same section with other rows.
  func with(rows: Range<Int>) -> ListGroup { ListGroup(self, rows: rows) }

  private init(_ other: ListGroup, rows: Range<Int>) {
    section = other.section
    title = other.title
    self.rows = rows
  }
}

/// In which order the items of a ``ListModel`` stand.
///
/// Items that an ordering makes no difference between keep the order in which they came.
public struct ListOrdering<Item>: Sendable {
  /// Makes what compares two items, given by their indices: negative if the first comes first, 0 if either may.
  @usableFromInline let prepared: @Sendable ([Item]) -> (Int, Int) -> Int

  @usableFromInline init(prepared: @escaping @Sendable ([Item]) -> (Int, Int) -> Int) { self.prepared = prepared }

  /// Orders by a comparison, which is asked O(n log n) times.
  ///
  /// - Parameter areInIncreasingOrder: whether the first of two items has to come before the second; a strict weak
  ///   ordering, as for the standard library's `sorted(by:)`.
  @inlinable
  public init(_ areInIncreasingOrder: @escaping @Sendable (Item, Item) -> Bool) {
    self.init(prepared: { items in
      { first, second in
        if areInIncreasingOrder(items[first], items[second]) { return -1 }
        return areInIncreasingOrder(items[second], items[first]) ? 1 : 0
      }
    })
  }

  /// Orders by a key, which is asked for once an item, so that it may be costly to make.
  ///
  /// - Parameters:
  ///   - key: what is compared. Items without a key, or with one that is not equal to itself as not-a-number, come last
  ///     whatever the direction.
  ///   - descending: whether large keys come first.
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

  /// An ordering that decides by another one where this one makes no difference.
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

  /// The indices of items in this order; O(n log n).
  func permutation(of items: [Item]) -> [Int] {
    let compare = prepared(items)
    return items.indices.sorted { first, second in
      let order = compare(first, second)
      return order != 0 ? order < 0 : first < second
    }
  }
}

/// Which items of a ``ListModel`` are shown: the result of a search that the model's owner does in its own way.
public enum ListFilter<ID: Hashable & Sendable>: Hashable, Sendable {
  /// All of them.
  case all
  /// Those at these indices of ``ListModel/items``, in any order; indices that there are none of are left out.
  case indices([Int])
  /// Those with these ids.
  case ids(Set<ID>)
}
