/// The open pages, starting with the root, and the popups over the top page.
///
/// Only the router changes its stack.
public struct RouterStack: Sendable, Equatable {
  /// One or more entries from the bottom up: first the pages, then the popups.
  public private(set) var entries: [StackEntry]
  /// The number of pages, which is at least 1.
  public private(set) var pageCount: Int
  private var nextNumber: UInt64

  /// Creates a stack with only a root.
  public init(root: NavigationTarget) {
    entries = [StackEntry(id: EntryID(number: 1), target: root, style: .page)]
    pageCount = 1
    nextNumber = 2
  }

  /// The pages, starting with the root.
  public var pages: ArraySlice<StackEntry> { entries[..<pageCount] }

  /// The popups over the top page, topmost last.
  public var popups: ArraySlice<StackEntry> { entries[pageCount...] }

  /// The lowest page.
  public var root: StackEntry { entries[0] }

  /// The top page, which popups may cover.
  public var topPage: StackEntry { entries[pageCount - 1] }

  /// The topmost popup or, if there are no popups, the top page.
  public var top: StackEntry { entries[entries.count - 1] }

  func upcomingEntries(_ count: Int) -> [EntryID] {
    (0..<count).map { EntryID(number: nextNumber + UInt64($0)) }
  }

  /// Skips the identities of screens that were created but never shown, because such screens may still send commands.
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

/// An entry on the stack.
public struct StackEntry: Sendable, Equatable, Identifiable {
  /// The identity, unique for the lifetime of the stack.
  public let id: EntryID
  /// The destination with its payload.
  public internal(set) var target: NavigationTarget
  /// The presentation style of the entry.
  public let style: PresentationStyle
}

/// An entry's identity, unique for the lifetime of a stack.
public struct EntryID: Hashable, Sendable, CustomStringConvertible {
  let number: UInt64

  /// The number, preceded by `#`.
  public var description: String { "#\(number)" }
}
