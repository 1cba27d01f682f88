/// The rules of navigation as one pure function: a stack and a command in, the new stack and the outcome out.
///
/// It knows no screens and asks nobody; guards, interceptors and factories are the router's part.
public struct NavReducer: Sendable {
  /// What destinations there are.
  public let catalogue: DestinationCatalogue
  /// The most entries that a stack may have.
  public let depthLimit: Int

  /// Makes the rules for a catalogue.
  ///
  /// - Parameters:
  ///   - catalogue: What destinations there are.
  ///   - depthLimit: The most entries that a stack may have; at least 1.
  public init(catalogue: DestinationCatalogue, depthLimit: Int = 128) {
    precondition(depthLimit >= 1, "A stack has at least its root.")
    self.catalogue = catalogue
    self.depthLimit = depthLimit
  }

  /// Changes the stack as the command wants, as if nobody objected.
  ///
  /// - Returns: What came of it; the stack changed exactly when it is ``NavOutcome/moved(_:)``.
  public func reduce(_ stack: inout NavStack, _ command: NavCommand) -> NavOutcome {
    let plan = plan(command, on: stack)
    stack.apply(plan)
    return plan.outcome
  }

  /// Says what the command would do to the stack.
  ///
  /// Complexity: O(removed + added), and O(pages) for those commands that search or compare pages.
  public func plan(_ command: NavCommand, on stack: NavStack) -> NavPlan {
    switch command {
    case .back(let steps): back(steps, on: stack)
    case .popTo(let id): popTo(id, on: stack)
    case .push(let target, let policy): place(target, policy, as: .page, on: stack)
    case .popup(let target, let policy): place(target, policy, as: .popup, on: stack)
    case .dismissPopup:
      stack.popups.isEmpty
        ? stay(.unchanged(.noPopup), on: stack) : move(.returned, on: stack, keep: stack.entries.count - 1)
    case .home:
      stack.entries.count == 1
        ? stay(.unchanged(.alreadyShown), on: stack) : move(.returned, on: stack, keep: 1)
    case .newHome(let target): newHome(target, on: stack)
    case .show(let path, let base): show(path, base, on: stack)
    case .restore(let path): restore(path, on: stack)
    case .open(let link): open(link, on: stack)
    case .finish(let entry): finish(entry, on: stack)
    case .revise(let entry, let target): revise(entry, target, on: stack)
    case .quit: NavPlan(.quit, keep: 0, on: stack)
    }
  }

  /// The command with its link resolved, or why that can't be done; other commands as they are.
  func resolved(_ command: NavCommand) -> Result<NavCommand, DeepLinkError> {
    guard case .open(let link) = command else { return .success(command) }
    do throws(DeepLinkError) {
      let path = try catalogue.path(of: link)
      return .success(.show(path: path.targets, base: path.base))
    } catch {
      return .failure(error)
    }
  }

  func stay(_ outcome: NavOutcome, on stack: NavStack) -> NavPlan {
    NavPlan(outcome, keep: stack.entries.count, on: stack)
  }

  /// A plan that keeps the lowest entries and adds others, unless that gets too high.
  func move(
    _ kind: NavMove.Kind,
    on stack: NavStack,
    keep: Int,
    adding added: [NavTarget] = [],
    as place: NavPlace = .page,
    revision: NavPlan.Revision? = nil
  ) -> NavPlan {
    guard added.isEmpty || keep + added.count <= depthLimit else {
      return stay(.tooDeep(limit: depthLimit), on: stack)
    }
    var top = added.last ?? stack.entries[keep - 1].target
    if let revision, revision.index == keep - 1, added.isEmpty { top = revision.target }
    let move = NavMove(
      kind: kind,
      from: stack.top.target,
      to: top,
      removed: stack.entries[keep...].reversed().map(\.target),
      depth: keep + added.count
    )
    return NavPlan(.moved(move), keep: keep, added: added, place: place, revision: revision, on: stack)
  }
}

extension NavPlan {
  init(
    _ outcome: NavOutcome,
    keep: Int,
    added: [NavTarget] = [],
    place: NavPlace = .page,
    revision: Revision? = nil,
    on stack: NavStack
  ) {
    self.outcome = outcome
    self.keep = keep
    self.added = added
    self.place = place
    self.revision = revision
    generation = stack.generation
  }
}
