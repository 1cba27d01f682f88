import Networking

/// One request, and the end of the process: whoever starts it takes the time.
struct FirstRequest {
  private let api: PeerAPI

  init(url: String) throws { api = try PeerAPI(url) }

  func run() async throws {
    let client = APIClient(api: api, transport: try SystemTransport.make(), stack: .standard)
    let response = try await client.send(Small())
    guard response.id == 7 else { throw WrongAnswer(description: "\(response)") }
  }
}
