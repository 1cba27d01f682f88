/// The pages, the root first, and over the top page its popups.
///
/// Never empty; only plans change it.
public struct RouterStack: Sendable, Equatable {
  /// All entries from the bottom: first the pages, then the popups.
  public private(set) var entries: [StackEntry]
  /// How many of the entries are pages; at least 1.
  public private(set) var pageCount: Int
  /// Grows with every change, so that a decision that took time can see whether its ground moved.
  public private(set) var generation: UInt64
  private(set) var nextNumber: UInt64

  /// Makes a stack with only a root.
  public init(root: NavigationTarget) {
    entries = [StackEntry(id: EntryID(1), target: root, place: .page)]
    pageCount = 1
    generation = 0
    nextNumber = 2
  }

  /// The pages, the root first.
  public var pages: ArraySlice<StackEntry> { entries[..<pageCount] }

  /// The popups over the top page, the topmost last.
  public var popups: ArraySlice<StackEntry> { entries[pageCount...] }

  /// The bottommost page.
  public var root: StackEntry { entries[0] }

  /// The page on top, with or without popups over it.
  public var topPage: StackEntry { entries[pageCount - 1] }

  /// What is on top: the topmost popup, or else the top page.
  public var top: StackEntry { entries[entries.count - 1] }

  /// The names from the root to the top.
  public var breadcrumb: [DestinationID] { entries.map(\.target.id) }

  /// Where the entry lies, counted from the root, or nil when it isn't there any more.
  public func index(of entry: EntryID) -> Int? {
    entries.lastIndex { $0.id == entry }
  }

  /// The identity that the next entry but `offset` will get.
  func upcomingEntry(_ offset: Int) -> EntryID {
    EntryID(nextNumber + UInt64(offset))
  }

  /// Leaves out identities that were given to screens which were never placed.
  mutating func skipEntries(_ count: Int) {
    nextNumber += UInt64(count)
  }

  /// Carries out a plan that was made for this stack.
  mutating func apply(_ plan: NavigationPlan) {
    guard plan.isChange else { return }
    precondition(plan.generation == generation, "A plan was applied to another stack than it was made for.")
    entries.removeSubrange(plan.keep...)
    pageCount = min(pageCount, plan.keep)
    if let revision = plan.revision {
      entries[revision.index].target = revision.target
    }
    for target in plan.added {
      entries.append(StackEntry(id: EntryID(nextNumber), target: target, place: plan.place))
      nextNumber += 1
    }
    if plan.place == .page { pageCount += plan.added.count }
    generation += 1
  }
}
