/// The open pages, the root first, and the popups over the top page.
///
/// Only the router changes it.
public struct RouterStack: Sendable, Equatable {
  /// All entries from the bottom: first the pages, then the popups.
  ///
  /// Never empty.
  public private(set) var entries: [StackEntry]
  /// The number of pages; at least 1.
  public private(set) var pageCount: Int
  private var nextNumber: UInt64

  /// Creates a stack with only a root.
  public init(root: NavigationTarget) {
    entries = [StackEntry(id: EntryID(number: 1), target: root, style: .page)]
    pageCount = 1
    nextNumber = 2
  }

  /// The pages, the root first.
  public var pages: ArraySlice<StackEntry> { entries[..<pageCount] }

  /// The popups over the top page, the topmost last.
  public var popups: ArraySlice<StackEntry> { entries[pageCount...] }

  /// The lowest page.
  public var root: StackEntry { entries[0] }

  /// The top page, with or without popups over it.
  public var topPage: StackEntry { entries[pageCount - 1] }

  /// The topmost popup, or else the top page.
  public var top: StackEntry { entries[entries.count - 1] }

  /// Returns the identities of the next entries.
  func upcomingEntries(_ count: Int) -> [EntryID] {
    (0..<count).map { EntryID(number: nextNumber + UInt64($0)) }
  }

  /// Skips identities of screens that were never placed, because these screens may still send commands.
  mutating func skipEntries(_ count: Int) {
    nextNumber += UInt64(count)
  }

  mutating func apply(_ plan: NavigationPlan) {
    guard plan.outcome.isMove else { return }
    entries.removeSubrange(plan.keep...)
    pageCount = min(pageCount, plan.keep)
    if let revision = plan.revision {
      entries[revision.index].target = revision.target
    }
    for target in plan.added {
      entries.append(StackEntry(id: EntryID(number: nextNumber), target: target, style: plan.style))
      nextNumber += 1
    }
    if plan.style == .page { pageCount += plan.added.count }
  }
}

/// An entry of the stack.
public struct StackEntry: Sendable, Equatable, Identifiable {
  /// The identity, unique for the life of the stack.
  public let id: EntryID
  /// The destination with its payload.
  public internal(set) var target: NavigationTarget
  /// The way in which the entry is shown.
  public let style: PresentationStyle
}

/// The identity of an entry, unique for the life of a stack.
public struct EntryID: Hashable, Sendable, CustomStringConvertible {
  let number: UInt64

  /// The number after a `#`.
  public var description: String { "#\(number)" }
}
