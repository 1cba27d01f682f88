public import Networking

/// The requirements for every transport, each verified over real sockets against a ``LoopbackServer/LoopbackServer``.
///
/// A package with its own transport can verify them in one parameterized test:
///
/// ```swift
/// @Test(arguments: TransportContract.allCases)
/// func keepsTheContract(clause: TransportContract) async throws {
///   try await clause.verify(MyTransport())
/// }
/// ```
public enum TransportContract: String, Sendable, CaseIterable {
  /// The response's status, header fields and body arrive unchanged.
  case deliversResponses
  /// The request's method, header fields and body arrive unchanged, except that the lines of `Cookie` are joined.
  case sendsTheRequest
  /// POST, PUT and PATCH send a Content-Length even without content.
  case announcesEmptyContent
  /// A response to HEAD has no body, regardless of its fields.
  case readsNoBodyAfterHead
  /// An error status is returned like any other response.
  case deliversErrorStatuses
  /// A redirect is returned like any other response.
  case followsNoRedirects
  /// Interim responses are skipped.
  case skipsInterimResponses
  /// A chunked body arrives completely.
  case readsChunkedBodies
  /// A large body arrives completely, in several chunks.
  case streamsLargeBodies
  /// Repeated header fields stay separate or are joined, but no value is lost.
  case keepsRepeatedFields
  /// Each of many concurrent requests gets the matching response.
  case respondsToManyAtOnce
  /// A port without a listener is reported as a refused connection.
  case reportsRefusedConnections
  /// A connection that closes without a response is reported as lost.
  case reportsSilentClose
  /// Reading a body fails if the connection breaks before the body's end.
  case reportsTruncatedBodies
  /// Bytes that aren't HTTP are reported as a protocol violation.
  case reportsGarbage
  /// The time limit for the first byte ends a request without a response.
  case limitsTheFirstByte
  /// The idle time limit ends a transfer whose body makes no progress.
  case limitsIdleTime
  /// The total time limit ends an endless response.
  case limitsTotalTime
  /// A request that is waiting for its response ends when the task is cancelled.
  case endsCancelledRequests
  /// Reading a body stops when the task is cancelled.
  case endsCancelledBodies
  /// A body that is released early frees its connection.
  case freesAbandonedBodies
  /// A server can't send faster than the reader reads.
  case holdsBackFastSenders
  /// A streamed request body with a known length arrives completely.
  case streamsUploadsOfKnownLength
  /// A streamed request body with an unknown length arrives completely.
  case streamsUploadsOfUnknownLength
  /// A request body isn't read faster than the server accepts it.
  case holdsBackFastReaders
  /// Sending a request body and reading its source both stop when the task is cancelled.
  case endsCancelledUploads
  /// A request fails if its body can't be read or has the wrong length; servers never mistake it for a complete one.
  case failsWithItsContent
  /// A single-use request body is sent only once.
  case readsOneShotContentOnce
  /// With `Expect: 100-continue`, a request body isn't sent to a server that rejects it.
  case asksBeforeItSends
  /// Progress is reported in both directions until the end.
  case reportsProgress
  /// Content codings are decoded, and the header fields that describe them are removed.
  case decodesContent
  /// Content stays encoded if the request sets `Accept-Encoding` itself.
  case leavesAskedForCodingsAlone
  /// An interrupted download is resumed.
  case resumesDownloads
  /// An unusable URL is rejected before anything is sent.
  case refusesUnusableURLs

  /// Verifies the requirement.
  ///
  /// - Throws: ``TransportContractViolation`` if the transport violates it, or an unexpected error from the transport.
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

package struct TransportContractViolation: Error, CustomStringConvertible {
  package let clause: TransportContract
  package let observation: String

  package var description: String { "\(clause.rawValue): \(observation)" }
}
