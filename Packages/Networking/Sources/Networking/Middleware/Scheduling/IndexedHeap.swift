/// An element that stores its own position, so it can be moved or removed without a search.
protocol HeapElement: AnyObject {
  associatedtype Rank: Comparable

  var rank: Rank { get }
  /// The position, which the heap sets; `nil` if the element isn't in a heap.
  var heapIndex: Int? { get set }
}

/// A binary heap with removal and reordering in O(log n).
struct IndexedHeap<Element: HeapElement> {
  private var elements: [Element] = []

  var first: Element? { elements.first }
  var count: Int { elements.count }
  var isEmpty: Bool { elements.isEmpty }

  mutating func insert(_ element: Element) {
    element.heapIndex = elements.count
    elements.append(element)
    rise(from: elements.count - 1)
  }

  mutating func popFirst() -> Element? {
    guard let first = elements.first else { return nil }
    remove(first)
    return first
  }

  mutating func remove(_ element: Element) {
    guard let index = element.heapIndex else { return }
    element.heapIndex = nil
    let last = elements.removeLast()
    guard last !== element else { return }
    elements[index] = last
    last.heapIndex = index
    restore(at: index)
  }

  mutating func update(_ element: Element) {
    if let index = element.heapIndex { restore(at: index) }
  }

  private mutating func restore(at index: Int) {
    if index > 0, elements[index].rank < elements[(index - 1) / 2].rank {
      rise(from: index)
    } else {
      sink(from: index)
    }
  }

  private mutating func rise(from start: Int) {
    var index = start
    while index > 0 {
      let parent = (index - 1) / 2
      guard elements[index].rank < elements[parent].rank else { return }
      exchange(index, parent)
      index = parent
    }
  }

  private mutating func sink(from start: Int) {
    var index = start
    while true {
      var smallest = index
      let left = 2 * index + 1
      let right = left + 1
      if left < elements.count, elements[left].rank < elements[smallest].rank { smallest = left }
      if right < elements.count, elements[right].rank < elements[smallest].rank { smallest = right }
      guard smallest != index else { return }
      exchange(index, smallest)
      index = smallest
    }
  }

  private mutating func exchange(_ left: Int, _ right: Int) {
    elements.swapAt(left, right)
    elements[left].heapIndex = left
    elements[right].heapIndex = right
  }
}
