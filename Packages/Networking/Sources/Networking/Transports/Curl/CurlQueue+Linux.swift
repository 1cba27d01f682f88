#if os(Linux)
/// Transfers that wait for their turn, first come, first served.
struct CurlQueue {
  private var items: [CurlTransfer] = []
  private var first = 0

  /// Those that wait, in order.
  var transfers: ArraySlice<CurlTransfer> { items[first...] }

  var isEmpty: Bool { first == items.count }

  /// How many wait.
  var count: Int { items.count - first }

  mutating func append(_ transfer: CurlTransfer) { items.append(transfer) }

  mutating func popFirst() -> CurlTransfer? {
    guard first < items.count else { return nil }
    let transfer = items[first]
    first += 1
    if first == items.count {
      items = []
      first = 0
    } else if first >= 256, first * 2 >= items.count {
      items.removeFirst(first)
      first = 0
    }
    return transfer
  }
}
#endif
