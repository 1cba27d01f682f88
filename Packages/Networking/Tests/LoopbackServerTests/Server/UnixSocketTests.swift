import Foundation
import Testing

@testable import LoopbackServer

@Suite("Unix domain sockets")
struct UnixSocketTests {
  @Test("listens on a socket that only its user can access, and removes the socket when the server stops")
  func serves() throws {
    // Given: a server on a socket
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    let server = try LoopbackServer(unixSocket: path) { .text($0.target) }
    #expect(server.unixSocketPath == path)
    #expect(server.port == 0)
    #expect(server.url.absoluteString == "http://localhost/")
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    // When: a client sends a request
    let client = try RawClient(unixSocket: path)
    client.get("/over-a-socket")
    // Then: the client gets a response, and the socket file is removed when the server stops
    #expect(client.readResponse()?.text == "/over-a-socket")
    server.stop()
    #expect(client.readToEnd().ending == .closed)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test("never replaces another file or the socket of a running server")
  func inUse() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("file", "content")
    let path = folder.path + "/s"
    let server = try LoopbackServer(unixSocket: path) { _ in .text("first") }
    defer { server.stop() }
    // When: other servers start on the same paths
    #expect(throws: LoopbackServerError.socketPathInUse(path)) {
      try LoopbackServer(unixSocket: path) { _ in .text("second") }
    }
    #expect(throws: LoopbackServerError.socketPathInUse(file)) {
      try LoopbackServer(unixSocket: file) { _ in .text("second") }
    }
    // Then: both files are unchanged
    let client = try RawClient(unixSocket: path)
    client.get("/")
    #expect(client.readResponse()?.text == "first")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "content")
  }

  @Test("replaces the socket of a server that has died")
  func abandoned() throws {
    // Given: a socket file without a listener
    let folder = try TemporaryFolder()
    let path = folder.path + "/s"
    try RawClient.abandonSocket(at: path)
    #expect(FileManager.default.fileExists(atPath: path))
    // When: a server starts at that path
    let server = try LoopbackServer(unixSocket: path) { _ in .text("new") }
    defer { server.stop() }
    // Then: clients can connect to the server
    let client = try RawClient(unixSocket: path)
    client.get("/")
    #expect(client.readResponse()?.text == "new")
  }

  @Test("rejects an invalid socket path", arguments: ["", String(repeating: "a", count: 200), "a\u{0}b"])
  func impossiblePath(_ path: String) {
    #expect(throws: LoopbackServerError.socketPathTooLong(path)) {
      try LoopbackServer(unixSocket: path) { _ in .status(200) }
    }
  }

  @Test("reports a missing directory for the socket")
  func missingFolder() throws {
    let folder = try TemporaryFolder()
    #expect(throws: LoopbackServerError.socketFailure(ENOENT, operation: "bind")) {
      try LoopbackServer(unixSocket: folder.path + "/none/s") { _ in .status(200) }
    }
  }
}
