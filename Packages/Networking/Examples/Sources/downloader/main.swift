import Foundation
import LoopbackServer
import Networking

struct MapAPI: ServiceAPI {
  let baseURL: URL
}

struct MapFile: Endpoint {
  typealias API = MapAPI
  typealias Response = HTTPResponse
  var path: EndpointPath { "map.bin" }
}

/// Returns a line with a bar and a percentage; in a terminal, each line overwrites the previous one.
func bar(_ progress: TransferProgress) -> String {
  let width = 30
  let fraction = progress.fraction ?? 0
  let filled = Int(fraction * Double(width))
  let cells = String(repeating: "█", count: filled) + String(repeating: "░", count: width - filled)
  return "\r\(cells) \(Int(fraction * 100)) %  \(progress.completed / 1000) kB"
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let map = folder.appendingPathComponent("map.bin")
try Data(repeating: 7, count: 2_000_000).write(to: map)

// The first connection breaks after 1.2 MB. The second request resumes from there, because the file has an ETag.
let script = ScriptedResponses([
  .file(map.path).header("ETag", "\"1\"").failing(with: .close(at: .insideBody(afterBytes: 1_200_000))),
  .file(map.path).header("ETag", "\"1\""),
])
let server = try LoopbackServer(handler: script.handler)
defer { server.stop() }
let client = APIClient(api: MapAPI(baseURL: server.url), transport: try SystemTransport.make(), stack: .standard)

var download = FileDownload(to: folder.appendingPathComponent("copy.bin"))
download.progress = { progress in print(bar(progress), terminator: "") }
// If the program ends before the download does, the next run resumes the download.
download.keepsPartialFile = true
let copy = try await client.download(MapFile(), by: download)
let range = script.requests[1].headers["Range"] ?? "everything"
print("\nDownloaded \(copy.length) bytes; the second request asked for \(range).")
