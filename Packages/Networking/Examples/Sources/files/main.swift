import Foundation
import LoopbackServer
import Networking

struct MapAPI: ServiceAPI {
  let baseURL: URL
}

struct Upload: Endpoint {
  typealias API = MapAPI
  typealias Response = NoContent

  let form: MultipartForm
  var method: HTTPMethod { .post }
  var path: EndpointPath { "uploads" }
  func body() throws(NetworkError) -> RequestBody? { .multipart(form) }
}

struct MapFile: Endpoint {
  typealias API = MapAPI
  typealias Response = HTTPResponse
  var path: EndpointPath { "map.bin" }
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let map = folder.appendingPathComponent("map.bin")
try Data(repeating: 7, count: 100_000).write(to: map)

// The first download breaks off after 60,000 bytes; the second request resumes there.
let script = ScriptedResponses([
  .status(204),
  .file(map.path).header("ETag", "\"1\"").failing(with: .close(at: .insideBody(afterBytes: 60_000))),
  .file(map.path).header("ETag", "\"1\""),
])
let server = try LoopbackServer(handler: script.handler)
defer { server.stop() }
let client = APIClient(api: MapAPI(baseURL: server.url), transport: try SystemTransport.make())

var form = MultipartForm()
form.append("title", value: "Holiday")
try form.append("map", file: map)
_ = try await client.send(Upload(form: form))
print("Uploaded \(script.requests[0].body.count) bytes.")

let copy = try await client.download(MapFile(), by: FileDownload(to: folder.appendingPathComponent("copy.bin")))
print("Downloaded \(copy.length) bytes with \(script.requests.count - 1) requests.")
