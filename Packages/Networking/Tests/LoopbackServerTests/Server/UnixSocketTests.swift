import Foundation
import Testing

@testable import LoopbackServer

@Suite("Unix domain sockets")
struct UnixSocketTests {
  @Test("A server listens on a socket of its user, and removes it at the end")
  func serves() throws {
    // Given a server on a socket
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    let server = try LoopbackServer(unixSocket: path) { .text($0.target) }
    #expect(server.unixSocketPath == path)
    #expect(server.port == 0)
    #expect(server.url.absoluteString == "http://localhost/")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // When a client asks
    let client = try RawClient(unixSocket: path)
    client.get("/over-a-socket")
    // Then it is answered, and the file goes with the server
    #expect(client.readResponse()?.text == "/over-a-socket")
    server.stop()
    #expect(client.readToEnd().ending == .closed)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("The socket of a living server, and any other file, is left alone")
  func inUse() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file", "content")
    let path = folder.path + "/s"
    let server = try LoopbackServer(unixSocket: path) { _ in .text("first") }
    defer { server.stop() }
    // When others want the same paths
    #expect(throws: LoopbackServerError.socketPathInUse(path)) {
      try LoopbackServer(unixSocket: path) { _ in .text("second") }
    }
    #expect(throws: LoopbackServerError.socketPathInUse(file)) {
      try LoopbackServer(unixSocket: file) { _ in .text("second") }
    }
    // Then nothing has changed
    let client = try RawClient(unixSocket: path)
    client.get("/")
    #expect(client.readResponse()?.text == "first")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "content")
  }

  @Test("The socket of a dead server is taken over")
  func abandoned() throws {
    // Given a socket file on which nobody listens
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    try RawClient.abandonSocket(at: path)
    #expect(FileManager.default.fileExists(atPath: path))
    // When a server starts there
    let server = try LoopbackServer(unixSocket: path) { _ in .text("new") }
    defer { server.stop() }
    // Then it is reached
    let client = try RawClient(unixSocket: path)
    client.get("/")
    #expect(client.readResponse()?.text == "new")
  }

  @Test("A path that cannot be one is refused", arguments: ["", String(repeating: "a", count: 200), "a\u{0}b"])
  func impossiblePath(_ path: String) {
    #expect(throws: LoopbackServerError.socketPathTooLong(path)) {
      try LoopbackServer(unixSocket: path) { _ in .status(200) }
    }
  }

  @Test("A folder that does not exist is told")
  func missingFolder() throws {
    let folder = try TemporaryFolder()
    #expect(throws: LoopbackServerError.socketFailure(ENOENT, operation: "bind")) {
      try LoopbackServer(unixSocket: folder.path + "/none/s") { _ in .status(200) }
    }
  }
}
