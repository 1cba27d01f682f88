import LoopbackServer

/// A port on which no program is listening.
struct LoopbackPort {
  let port: Int

  init() throws {
    let server = try LoopbackServer { _ in .status(204) }
    port = server.port
    server.stop()
  }
}
