import Networking
import NetworkingTesting
import Testing

@Suite("System transport")
struct TransportContractTests {
  @Test("fulfills the transport contract", .serialized, arguments: TransportContract.allCases)
  func keepsTheContract(clause: TransportContract) async throws {
    try await clause.verify(try SystemTransport.make())
  }
}
