import Foundation
import LoopbackServer
import SampleServices

/// `fetch-counter serve`: runs until a signal ends the process.
@MainActor
struct ServeCommand: WaitingCommand {
  private struct Document: Encodable {
    let counterURL: String

    enum CodingKeys: String, CodingKey {
      case counterURL = "counter_url"
    }
  }

  let console: Console
  let port: Int
  let isVerbose: Bool

  func run() async throws(CommandFailure) {
    var configuration = LoopbackServer.Configuration()
    if isVerbose {
      configuration.onRequest = { [console] entry in console.inform("\(entry)") }
    }
    let services: SampleServices
    do throws(LoopbackServerError) {
      services = try SampleServices(port: port, configuration: configuration)
    } catch {
      throw CommandFailure(error)
    }
    defer { services.stop() }
    let address = services.counterURL.absoluteString
    if console.isJSON {
      try console.write(json: Document(counterURL: address))
    } else {
      try console.write("Counter service: \(address)\n")
    }
    console.inform("Press Ctrl-C to stop.")
    while !Task.isCancelled {
      // Woken only by cancellation; requests are answered on the server's own threads.
      try? await Task.sleep(for: .seconds(3_600))
    }
  }
}
