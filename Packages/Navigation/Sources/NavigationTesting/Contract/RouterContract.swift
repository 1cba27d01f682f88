public import Navigation

/// What every router must do, as checks that run over a router that is made for each of them.
///
/// ```swift
/// @Test(arguments: RouterContract.allCases)
/// @MainActor
/// func keepsTheContract(clause: RouterContract) async throws {
///   try await clause.verify { scene in
///     try Router(scene.registry, home: scene.home, queue: scene.queue, configuration: scene.configuration)
///   }
/// }
/// ```
public enum RouterContract: String, Sendable, CaseIterable {
  /// A new router shows its home and nothing else.
  case startsAtHome
  /// A push adds a page, a popup lies over it.
  case addsPagesAndPopups
  /// Pushing what is on top changes nothing; with another payload the screen gets it.
  case reusesTheTop
  /// Bringing back removes what lies above.
  case bringsBack
  /// Always new means always new.
  case addsAlways
  /// Back closes popups before pages, and stops at the root.
  case goesBackInOrder
  /// Home and new home leave only the root.
  case goesHome
  /// Every screen that would go is asked once, the topmost first.
  case asksTopFirst
  /// Every command that removes a screen asks it.
  case asksForEveryCommand
  /// One screen that refuses keeps everything as it was.
  case keepsRefusedScreens
  /// Where a screen wants it, the person is asked.
  case asksThePerson
  /// What is sent while a guard thinks takes its turn afterwards, in its order.
  case queuesWhileWaiting
  /// What changed while a guard thought is looked at again.
  case looksAgainAfterWaiting
  /// A command that is given up changes nothing.
  case givesUp
  /// Interceptors rewrite, and not for ever.
  case obeysInterceptors
  /// An answer arrives once, and its lack is told as well.
  case deliversAnswers
  /// Unknown destinations and refused payloads change nothing.
  case refusesWhatItCantShow
  /// A link builds its back stack, and does nothing when its place is shown.
  case opensLinks
  /// The stack never gets higher than its limit.
  case limitsDepth
  /// After quitting nothing moves.
  case quits
  /// Every command is recorded, in its order.
  case recordsEverything

  /// Checks this clause.
  ///
  /// - Parameter makeRouter: Makes a new router of the scene's registry, home, queue and configuration.
  /// - Throws: ``RouterContractViolation`` where the router breaks the clause, or whatever making it throws.
  @MainActor
  public func verify(_ makeRouter: @escaping @MainActor (ContractScene) throws -> any Routing) async throws {
    let run = RouterContractRun(clause: self, scene: try ContractScene(), makeRouter: makeRouter)
    switch self {
    case .startsAtHome: try await run.startsAtHome()
    case .addsPagesAndPopups: try await run.addsPagesAndPopups()
    case .reusesTheTop: try await run.reusesTheTop()
    case .bringsBack: try await run.bringsBack()
    case .addsAlways: try await run.addsAlways()
    case .goesBackInOrder: try await run.goesBackInOrder()
    case .goesHome: try await run.goesHome()
    case .asksTopFirst: try await run.asksTopFirst()
    case .asksForEveryCommand: try await run.asksForEveryCommand()
    case .keepsRefusedScreens: try await run.keepsRefusedScreens()
    case .asksThePerson: try await run.asksThePerson()
    case .queuesWhileWaiting: try await run.queuesWhileWaiting()
    case .looksAgainAfterWaiting: try await run.looksAgainAfterWaiting()
    case .givesUp: try await run.givesUp()
    case .obeysInterceptors: try await run.obeysInterceptors()
    case .deliversAnswers: try await run.deliversAnswers()
    case .refusesWhatItCantShow: try await run.refusesWhatItCantShow()
    case .opensLinks: try await run.opensLinks()
    case .limitsDepth: try await run.limitsDepth()
    case .quits: try await run.quits()
    case .recordsEverything: try await run.recordsEverything()
    }
  }
}

/// A clause that a router breaks.
public struct RouterContractViolation: Error, Sendable, CustomStringConvertible {
  /// The clause.
  public let clause: RouterContract
  /// What was seen instead.
  public let observation: String

  /// The clause and what was seen.
  public var description: String { "The router breaks “\(clause.rawValue)”: \(observation)" }
}
