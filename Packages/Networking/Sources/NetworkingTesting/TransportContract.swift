public import Networking

/// What every transport must do, as checks that run over real sockets against a ``LoopbackServer/LoopbackServer``.
///
/// A package with a transport of its own runs them in one parameterised test:
///
/// ```swift
/// @Test(arguments: TransportContract.allCases)
/// func keepsTheContract(clause: TransportContract) async throws {
///   try await clause.verify(MyTransport())
/// }
/// ```
public enum TransportContract: String, Sendable, CaseIterable {
  /// The answer's status, header fields and body arrive as they were sent.
  case deliversResponses
  /// The request's method, header fields and body arrive as they were given.
  case sendsTheRequest
  /// A method that announces content does so also when there is none.
  case announcesEmptyContent
  /// An answer to HEAD has no body, whatever its fields say.
  case readsNoBodyAfterHead
  /// An error status is an answer like any other.
  case deliversErrorStatuses
  /// A redirect is an answer like any other.
  case followsNoRedirects
  /// Interim answers are passed over.
  case skipsInterimResponses
  /// A chunked body arrives whole.
  case readsChunkedBodies
  /// A large body arrives whole, in more than one piece.
  case streamsLargeBodies
  /// Header fields that are repeated stay apart or are joined, but none is lost.
  case keepsRepeatedFields
  /// Many requests at once each get their own answer.
  case respondsToManyAtOnce
  /// A port on which nobody listens is reported as refused.
  case reportsRefusedConnections
  /// A connection that closes without an answer is reported as such.
  case reportsSilentClose
  /// A connection that breaks within the body fails the body.
  case reportsTruncatedBodies
  /// Bytes that are no HTTP are reported as such.
  case reportsGarbage
  /// The limit for the first byte ends a request that nobody answers.
  case limitsTheFirstByte
  /// The limit for idle time ends a body that stands still.
  case limitsIdleTime
  /// The total limit ends an answer that trickles on.
  case limitsTotalTime
  /// Cancelling the task ends a request that waits for its answer.
  case endsCancelledRequests
  /// Cancelling the task ends the reading of a body.
  case endsCancelledBodies
  /// A body that nobody wants any more frees its connection.
  case freesAbandonedBodies
  /// A sender is held back when the reader does not read.
  case holdsBackFastSenders
  /// Streamed content of known length arrives whole.
  case streamsUploadsOfKnownLength
  /// Streamed content of unknown length arrives whole.
  case streamsUploadsOfUnknownLength
  /// A body is not read faster than the server takes it.
  case holdsBackFastReaders
  /// Cancelling the task ends the sending of content, and the reading of its source.
  case endsCancelledUploads
  /// Content that fails, or is of another length than announced, fails the request and is never taken for a whole one.
  case failsWithItsContent
  /// Content that can be read only once is sent only once.
  case readsOneShotContentOnce
  /// With `Expect: 100-continue`, content is not sent to a server that refuses it.
  case asksBeforeItSends
  /// Progress is reported in both directions, up to the end.
  case reportsProgress
  /// Content codings are decoded, and the fields that speak of them are taken out.
  case decodesContent
  /// Content stays as it is where the request names the codings itself.
  case leavesAskedForCodingsAlone
  /// A download goes on where it broke off.
  case resumesDownloads
  /// What can't be requested is refused before anything is sent.
  case refusesUnusableURLs

  /// Checks this clause.
  ///
  /// - Parameter transport: What is checked.
  /// - Throws: ``TransportContractViolation`` where the transport breaks the clause, or whatever it threw unexpectedly.
  public func verify(_ transport: any Transport) async throws {
    let run = TransportContractRun(clause: self, transport: transport)
    switch self {
    case .deliversResponses: try await run.deliversResponses()
    case .sendsTheRequest: try await run.sendsTheRequest()
    case .announcesEmptyContent: try await run.announcesEmptyContent()
    case .readsNoBodyAfterHead: try await run.readsNoBodyAfterHead()
    case .deliversErrorStatuses: try await run.deliversErrorStatuses()
    case .followsNoRedirects: try await run.followsNoRedirects()
    case .skipsInterimResponses: try await run.skipsInterimResponses()
    case .readsChunkedBodies: try await run.readsChunkedBodies()
    case .streamsLargeBodies: try await run.streamsLargeBodies()
    case .keepsRepeatedFields: try await run.keepsRepeatedFields()
    case .respondsToManyAtOnce: try await run.respondsToManyAtOnce()
    case .reportsRefusedConnections: try await run.reportsRefusedConnections()
    case .reportsSilentClose: try await run.reportsSilentClose()
    case .reportsTruncatedBodies: try await run.reportsTruncatedBodies()
    case .reportsGarbage: try await run.reportsGarbage()
    case .limitsTheFirstByte: try await run.limitsTheFirstByte()
    case .limitsIdleTime: try await run.limitsIdleTime()
    case .limitsTotalTime: try await run.limitsTotalTime()
    case .endsCancelledRequests: try await run.endsCancelledRequests()
    case .endsCancelledBodies: try await run.endsCancelledBodies()
    case .freesAbandonedBodies: try await run.freesAbandonedBodies()
    case .holdsBackFastSenders: try await run.holdsBackFastSenders()
    case .streamsUploadsOfKnownLength: try await run.streamsUploadsOfKnownLength()
    case .streamsUploadsOfUnknownLength: try await run.streamsUploadsOfUnknownLength()
    case .holdsBackFastReaders: try await run.holdsBackFastReaders()
    case .endsCancelledUploads: try await run.endsCancelledUploads()
    case .failsWithItsContent: try await run.failsWithItsContent()
    case .readsOneShotContentOnce: try await run.readsOneShotContentOnce()
    case .asksBeforeItSends: try await run.asksBeforeItSends()
    case .reportsProgress: try await run.reportsProgress()
    case .decodesContent: try await run.decodesContent()
    case .leavesAskedForCodingsAlone: try await run.leavesAskedForCodingsAlone()
    case .resumesDownloads: try await run.resumesDownloads()
    case .refusesUnusableURLs: try await run.refusesUnusableURLs()
    }
  }
}

/// How a transport breaks its contract.
public struct TransportContractViolation: Error, CustomStringConvertible {
  /// The clause that is broken.
  package let clause: TransportContract
  /// What was seen instead.
  package let observation: String

  /// One sentence.
  public var description: String { "\(clause.rawValue): \(observation)" }
}
