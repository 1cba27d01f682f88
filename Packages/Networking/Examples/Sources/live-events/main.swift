import Foundation
import LoopbackServer
import Networking

struct WeatherAPI: ServiceAPI {
  let baseURL: URL
}

struct Readings: Endpoint {
  typealias API = WeatherAPI
  typealias Response = EventStream
  var path: EndpointPath { "readings" }
}

// Each connection sends two events and then ends. The client reconnects and sends the last event's identifier.
let server = try LoopbackServer { request in
  let start = (request.headers["Last-Event-ID"].flatMap(Int.init) ?? 0) + 1
  return .stream(contentType: "text/event-stream") { writer in
    for number in start...(start + 1) {
      try writer.write("retry: 10\nid: \(number)\ndata: \(15 + number) °C\n\n")
    }
  }
}
defer { server.stop() }

let client = APIClient(api: WeatherAPI(baseURL: server.url), transport: try SystemTransport.make())
var count = 0
for try await event in client.events(Readings()) {
  print("\(event.lastEventID): \(event.data)")
  count += 1
  if count == 6 { break }
}
