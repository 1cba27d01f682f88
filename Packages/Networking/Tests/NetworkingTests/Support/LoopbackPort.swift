import LoopbackServer

/// A port that nothing listens on any more.
struct LoopbackPort {
  let port: Int

  init() throws {
    let server = try LoopbackServer { _ in .status(204) }
    port = server.port
    server.stop()
  }
}
