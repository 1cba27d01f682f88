#if URLSessionTransport || canImport(Darwin)
import Networking
import NetworkingTesting
import Testing

@Suite("The transport on URLSession", .serialized)
struct URLSessionContractTests {
  /// What Foundation on Linux can't do (Swift 6.3), and why.
  private static func defect(_ clause: TransportContract) -> Comment? {
    #if os(Linux)
    switch clause {
    case .holdsBackFastSenders: "receiving can't be paused"
    case .holdsBackFastReaders: "a streamed body is announced twice, so it goes through a file"
    case .leavesAskedForCodingsAlone: "content codings are always decoded"
    case .skipsInterimAnswers: "an interim answer is taken for the answer"
    default: nil
    }
    #else
    nil
    #endif
  }

  @Test("keeps the transport contract", .serialized, .timeLimit(.minutes(5)), arguments: TransportContract.allCases)
  func keepsTheContract(clause: TransportContract) async throws {
    guard let defect = Self.defect(clause) else { return try await clause.verify(URLSessionTransport()) }
    await withKnownIssue(defect) { try await clause.verify(URLSessionTransport()) }
  }
}
#endif
