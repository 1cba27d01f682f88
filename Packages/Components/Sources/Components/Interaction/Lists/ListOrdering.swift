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
