struct Lots {
  struct Lot {
    var time: Timestamp
    var amount: FixedPoint
    /// The cost; zero if unknown.
    var cost: FixedPoint
    var isCostKnown: Bool
    /// The rank among lots of the same age, set by ``LotQueue``.
    var order: Int32 = 0

    /// Removes coins and their share of the cost from the lot, and returns them as a new lot.
    mutating func split(_ amount: FixedPoint) -> Lot {
      var part = self
      part.cost = cost.share(amount, of: self.amount)
      part.amount = amount
      self.amount -= amount
      cost -= part.cost
      return part
    }
  }

  /// The sums for creating a ``CostPosition``.
  struct Position {
    var acquired = FixedPoint.zero
    var realizedAmount = FixedPoint.zero
    var realizedProceeds = FixedPoint.zero
    var realizedCost = FixedPoint.zero
    var unmatchedAmount = FixedPoint.zero
    var unmatchedProceeds = FixedPoint.zero
    var unmatchedCost = FixedPoint.zero
    var transferred = FixedPoint.zero
    var fees = FixedPoint.zero
  }

  struct Sale {
    let sold: Timestamp
    /// The time of the lot; `nil` with the average method, and for coins without a recorded arrival.
    let acquired: Timestamp?
    let amount: FixedPoint
    let proceeds: FixedPoint?
    let cost: FixedPoint?
  }

  let method: CostBasisMethod
  /// The lots, used by the first-in, first-out method.
  private var queue = LotQueue()
  /// The lots, used by the average method: one with a known cost and one with an unknown cost.
  private var pools: [Lot] = []
  private(set) var position = Position()
  private(set) var uncovered = FixedPoint.zero
  /// All sales in chronological order; `nil` if sales aren't being collected.
  private(set) var sales: [Sale]?

  init(method: CostBasisMethod, listsSales: Bool = false) {
    self.method = method
    sales = listsSales ? [] : nil
  }

  /// The lots, oldest first, or in order of first arrival with the average method.
  var lots: [Lot] { method == .fifo ? queue.sorted : pools }

  mutating func add(_ lot: Lot) {
    var lot = lot
    if lot.isCostKnown {
      if position.acquired.estimate + lot.cost.estimate < LedgerLimits.turnover {
        position.acquired += lot.cost
      } else {
        // Repeated swaps back and forth can count the same cost again until the sum exceeds the range of exact numbers.
        lot.isCostKnown = false
        lot.cost = .zero
      }
    }
    if method == .fifo {
      queue.add(lot)
    } else if let index = pools.firstIndex(where: { $0.isCostKnown == lot.isCostKnown }) {
      pools[index].amount += lot.amount
      pools[index].cost += lot.cost
      pools[index].time = min(pools[index].time, lot.time)
    } else {
      pools.append(lot)
    }
  }

  mutating func addFee(_ fee: FixedPoint) { position.fees += fee }

  /// Removes coins and their cost, and adds any shortfall to ``uncovered``.
  mutating func take(_ amount: FixedPoint) -> [Lot] {
    let parts = method == .fifo ? takeOldest(amount) : takeEvenly(amount)
    let covered = parts.reduce(FixedPoint.zero) { $0 + $1.amount }
    uncovered += amount - covered
    return parts
  }

  private mutating func takeOldest(_ amount: FixedPoint) -> [Lot] {
    var parts: [Lot] = []
    var rest = amount
    while rest.isPositive, !queue.isEmpty {
      let part = queue.takeFromOldest(rest)
      rest -= part.amount
      parts.append(part)
    }
    return parts
  }

  /// Removes the same share of every lot; the last lot provides the remainder, so the sum is exact.
  private mutating func takeEvenly(_ amount: FixedPoint) -> [Lot] {
    var total = pools.reduce(FixedPoint.zero) { $0 + $1.amount }
    var rest = min(amount, total)
    var parts: [Lot] = []
    for index in pools.indices where rest.isPositive {
      let held = pools[index].amount
      let part = rest.share(held, of: total)
      total -= held
      rest -= part
      // After swaps of tiny amounts, a lot can have a cost without an amount.
      if part.isPositive || held.isZero { parts.append(pools[index].split(part)) }
    }
    pools.removeAll { $0.amount.isZero && $0.cost.isZero }
    return parts
  }

  /// Records sold coins and, if sales are being collected, returns them; `proceeds` is `nil` if unknown.
  @discardableResult
  mutating func settle(_ parts: [Lot], amount: FixedPoint, proceeds: FixedPoint?, at time: Timestamp) -> [Sale] {
    let count = sales?.count ?? 0
    var restAmount = amount
    var restProceeds = proceeds ?? .zero
    for part in parts {
      // Successive shares of the remainder add up exactly. Shares of the total might not.
      let share = restProceeds.share(part.amount, of: restAmount)
      restAmount -= part.amount
      restProceeds -= share
      if part.isCostKnown, proceeds != nil {
        position.realizedAmount += part.amount
        position.realizedProceeds += share
        position.realizedCost += part.cost
      } else {
        position.unmatchedAmount += part.amount
        position.unmatchedProceeds += share
        position.unmatchedCost += part.cost
      }
      sales?.append(
        Sale(
          sold: time,
          acquired: method == .fifo ? part.time : nil,
          amount: part.amount,
          proceeds: proceeds.map { _ in share },
          cost: part.isCostKnown ? part.cost : nil
        )
      )
    }
    position.unmatchedAmount += restAmount
    position.unmatchedProceeds += restProceeds
    if restAmount.isPositive {
      let rest = proceeds.map { _ in restProceeds }
      sales?.append(Sale(sold: time, acquired: nil, amount: restAmount, proceeds: rest, cost: nil))
    }
    return sales.map { Array($0[count...]) } ?? []
  }

  mutating func transfer(_ parts: [Lot]) {
    for part in parts { position.transferred += part.cost }
  }
}
