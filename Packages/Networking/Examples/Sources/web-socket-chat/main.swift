import Foundation
import LoopbackServer
import Networking

struct ChatAPI: ServiceAPI {
  let baseURL: URL
}

struct Line: Codable, Sendable {
  let author: String
  let text: String
}

/// A chat room's open WebSockets; `@unchecked Sendable`, because `lock` protects `members`.
final class Room: @unchecked Sendable {
  private let lock = NSLock()
  private var members: [ServerWebSocket] = []

  func enter(_ member: ServerWebSocket) { lock.withLock { members.append(member) } }

  func leave(_ member: ServerWebSocket) { lock.withLock { members.removeAll { $0 === member } } }

  func say(_ message: WebSocketMessage) {
    for member in lock.withLock({ members }) {
      // Sending fails if a member has disconnected but is still in the list.
      try? member.send(message)
    }
  }
}

let room = Room()
let server = try LoopbackServer { _ in
  .webSocket { socket in
    room.enter(socket)
    defer { room.leave(socket) }
    try socket.send(#"{"author":"server","text":"Welcome"}"#)
    while let message = try socket.receive() { room.say(message) }
  }
}
defer { server.stop() }

func chat(at url: URL) async throws {
  let client = APIClient(api: ChatAPI(baseURL: url), transport: try SystemTransport.make())
  let ada = try await client.webSocket("chat")
  let bob = try await client.webSocket("chat")
  var linesForAda = ada.values(of: Line.self).makeAsyncIterator()
  var linesForBob = bob.values(of: Line.self).makeAsyncIterator()
  // Each member has joined the room once the welcome message arrives.
  for line in [try await linesForAda.next(), try await linesForBob.next()] { print(line?.text ?? "") }

  try await ada.send(json: Line(author: "Ada", text: "Hello, Bob"))
  if let line = try await linesForBob.next() { print("Bob reads \(line.author): \(line.text)") }
  try await bob.send(json: Line(author: "Bob", text: "Hello, Ada"))
  // First, the room sends Ada's own line back to her.
  _ = try await linesForAda.next()
  if let line = try await linesForAda.next() { print("Ada reads \(line.author): \(line.text)") }
  try await ada.close()
  try await bob.close()
}

try await chat(at: server.url)
