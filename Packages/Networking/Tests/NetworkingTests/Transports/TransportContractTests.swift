import Networking
import NetworkingTesting
import Testing

@Suite("The system's transport")
struct TransportContractTests {
  @Test("keeps the transport contract", .timeLimit(.minutes(1)), arguments: TransportContract.allCases)
  func keepsTheContract(clause: TransportContract) async throws {
    try await clause.verify(try SystemTransport.make())
  }
}
