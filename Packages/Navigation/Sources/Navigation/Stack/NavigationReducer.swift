/// The rules of navigation as one pure function: a stack and a command in, the new stack and the outcome out.
///
/// It knows no screens and asks nobody; guards, interceptors and factories are the router's part.
public struct NavigationReducer: Sendable {
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
  /// - Returns: What came of it; the stack changed exactly when it is ``NavigationOutcome/moved(_:)``.
  public func reduce(_ stack: inout RouterStack, _ command: NavigationCommand) -> NavigationOutcome {
    let plan = plan(command, on: stack)
    stack.apply(plan)
    return plan.outcome
  }

  /// Says what the command would do to the stack.
  ///
  /// Complexity: O(removed + added), and O(pages) for those commands that search or compare pages.
  public func plan(_ command: NavigationCommand, on stack: RouterStack) -> NavigationPlan {
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
    case .quit: NavigationPlan(.quit, keep: 0, on: stack)
    }
  }

  /// The command with its link resolved, or why that can't be done; other commands as they are.
  func resolved(_ command: NavigationCommand) -> Result<NavigationCommand, DeepLinkError> {
    guard case .open(let link) = command else { return .success(command) }
    do throws(DeepLinkError) {
      let path = try catalogue.path(of: link)
      return .success(.show(path: path.targets, base: path.base))
    } catch {
      return .failure(error)
    }
  }

  func stay(_ outcome: NavigationOutcome, on stack: RouterStack) -> NavigationPlan {
    NavigationPlan(outcome, keep: stack.entries.count, on: stack)
  }

  /// A plan that keeps the lowest entries and adds others, unless that gets too high.
  func move(
    _ kind: NavigationMove.Kind,
    on stack: RouterStack,
    keep: Int,
    adding added: [NavigationTarget] = [],
    as place: PresentationStyle = .page,
    revision: NavigationPlan.Revision? = nil
  ) -> NavigationPlan {
    guard added.isEmpty || keep + added.count <= depthLimit else {
      return stay(.tooDeep(limit: depthLimit), on: stack)
    }
    var top = added.last ?? stack.entries[keep - 1].target
    if let revision, revision.index == keep - 1, added.isEmpty { top = revision.target }
    let move = NavigationMove(
      kind: kind,
      from: stack.top.target,
      to: top,
      removed: stack.entries[keep...].reversed().map(\.target),
      depth: keep + added.count
    )
    return NavigationPlan(.moved(move), keep: keep, added: added, place: place, revision: revision, on: stack)
  }
}

extension NavigationPlan {
  init(
    _ outcome: NavigationOutcome,
    keep: Int,
    added: [NavigationTarget] = [],
    place: PresentationStyle = .page,
    revision: Revision? = nil,
    on stack: RouterStack
  ) {
    self.outcome = outcome
    self.keep = keep
    self.added = added
    self.place = place
    self.revision = revision
    generation = stack.generation
  }
}
