/// The coins of one kind while the ledger is replayed: what there is, and what it cost.
struct Lots {
  /// Coins that came together; a currency of ``LedgerRecord/none`` means that their cost is not known.
  struct Lot {
    var time: Timestamp
    var amount: FixedPoint
    var cost: FixedPoint
    var currency: Int32
  }

  /// The sums of money in one currency.
  struct Position {
    let currency: Int32
    var acquired = FixedPoint.zero
    var realizedProceeds = FixedPoint.zero
    var realizedCost = FixedPoint.zero
    var transferred = FixedPoint.zero
    var unmatchedProceeds = FixedPoint.zero
    var unmatchedCost = FixedPoint.zero
    var fees = FixedPoint.zero
  }

  let method: CostBasisMethod
  /// The lots in the order in which they leave; those before ``firstLot`` are used up.
  private var allLots: [Lot] = []
  private var firstLot = 0
  private(set) var positions: [Position] = []
  private(set) var uncovered = FixedPoint.zero

  init(method: CostBasisMethod) {
    self.method = method
  }

  var lots: ArraySlice<Lot> { allLots[firstLot...] }

  mutating func add(_ lot: Lot) {
    var lot = lot
    if lot.currency != LedgerRecord.none {
      let acquired = positions.first { $0.currency == lot.currency }?.acquired ?? .zero
      if acquired.estimate + lot.cost.estimate < LedgerLimits.turnover {
        change(lot.currency) { $0.acquired += lot.cost }
      } else {
        // The same cost can move to and fro between coins until its sum leaves the range of exact numbers.
        lot.currency = LedgerRecord.none
        lot.cost = .zero
      }
    }
    if method == .average, let index = lots.firstIndex(where: { $0.currency == lot.currency }) {
      allLots[index].amount += lot.amount
      allLots[index].cost += lot.cost
      allLots[index].time = min(allLots[index].time, lot.time)
    } else {
      allLots.append(lot)
    }
  }

  mutating func addFee(_ fee: FixedPoint, _ currency: Int32) {
    if !fee.isZero { change(currency) { $0.fees += fee } }
  }

  /// Takes coins out, with their cost; what there is not is counted and left out.
  mutating func take(_ amount: FixedPoint) -> [Lot] {
    let parts = method == .fifo ? takeOldest(amount) : takeEvenly(amount)
    let covered = parts.reduce(FixedPoint.zero) { $0 + $1.amount }
    uncovered += amount - covered
    return parts
  }

  private mutating func takeOldest(_ amount: FixedPoint) -> [Lot] {
    var parts: [Lot] = []
    var rest = amount
    while rest.isPositive, firstLot < allLots.count {
      parts.append(split(firstLot, min(rest, allLots[firstLot].amount)))
      rest -= parts[parts.count - 1].amount
      if allLots[firstLot].amount.isZero { firstLot += 1 }
    }
    // Used-up lots are dropped now and then, so that the time for it does not add up.
    if firstLot > 64, firstLot * 2 > allLots.count {
      allLots.removeFirst(firstLot)
      firstLot = 0
    }
    return parts
  }

  /// Takes the same share of every lot; the last one that is left gives what remains, so that the sum is exact.
  private mutating func takeEvenly(_ amount: FixedPoint) -> [Lot] {
    var total = lots.reduce(FixedPoint.zero) { $0 + $1.amount }
    var rest = min(amount, total)
    var parts: [Lot] = []
    for index in allLots.indices where rest.isPositive {
      let held = allLots[index].amount
      let part = rest.share(held, of: total)
      total -= held
      rest -= part
      // A lot can have a cost and no amount left to show for it, after swaps for next to nothing.
      if part.isPositive || held.isZero { parts.append(split(index, part)) }
    }
    allLots.removeAll { $0.amount.isZero && $0.cost.isZero }
    return parts
  }

  private mutating func split(_ index: Int, _ amount: FixedPoint) -> Lot {
    var part = allLots[index]
    part.cost = part.cost.share(amount, of: part.amount)
    part.amount = amount
    allLots[index].amount -= amount
    allLots[index].cost -= part.cost
    return part
  }

  /// Counts coins that were sold for money.
  ///
  /// - Parameters:
  ///   - parts: The coins, with their cost.
  ///   - amount: How many were sold; more than the parts have when some had never come.
  ///   - proceeds: What they brought, less the fee.
  ///   - currency: The currency of the proceeds.
  mutating func settle(_ parts: [Lot], amount: FixedPoint, proceeds: FixedPoint, _ currency: Int32) {
    var restAmount = amount
    var restProceeds = proceeds
    for part in parts {
      // Sharing what remains, and not the whole, leaves nothing over at the end.
      let share = restProceeds.share(part.amount, of: restAmount)
      restAmount -= part.amount
      restProceeds -= share
      if part.currency == currency {
        change(currency) {
          $0.realizedProceeds += share
          $0.realizedCost += part.cost
        }
      } else {
        change(currency) { $0.unmatchedProceeds += share }
        if part.currency != LedgerRecord.none { change(part.currency) { $0.unmatchedCost += part.cost } }
      }
    }
    if !restProceeds.isZero { change(currency) { $0.unmatchedProceeds += restProceeds } }
  }

  /// Counts the cost of coins that left without being sold.
  mutating func transfer(_ parts: [Lot]) {
    for part in parts where part.currency != LedgerRecord.none {
      change(part.currency) { $0.transferred += part.cost }
    }
  }

  private mutating func change(_ currency: Int32, _ body: (inout Position) -> Void) {
    if let index = positions.firstIndex(where: { $0.currency == currency }) {
      body(&positions[index])
    } else {
      var position = Position(currency: currency)
      body(&position)
      positions.append(position)
    }
  }
}
