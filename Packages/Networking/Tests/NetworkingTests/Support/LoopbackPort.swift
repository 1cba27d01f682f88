import LoopbackServer

/// Returns a port without a listener.
struct LoopbackPort {
  let port: Int

  init() throws {
    let server = try LoopbackServer { _ in .status(204) }
    port = server.port
    server.stop()
  }
}
