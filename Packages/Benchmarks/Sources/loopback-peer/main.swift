// The server of the networking benchmark: small JSON answers and one large file, for ever.
//
// It answers small.json, large (the file that is its argument, if any) and statistics.
import Foundation
import LoopbackServer

let answer = Data(#"{"id": 7, "title": "A small answer"}"#.utf8)
let large = CommandLine.arguments.dropFirst().first
let serverBox = ServerBox()
let server = try LoopbackServer { request in
  switch request.path {
  case "/large":
    guard let large else { return .status(404) }
    return ServerResponse(headers: ["Content-Type": "application/octet-stream"], body: .file(large))
  case "/statistics": return .text("connections=\(serverBox.statistics.connectionsPeak)\n")
  default: return .json(answer)
  }
}
serverBox.server = server
FileHandle.standardOutput.write(Data("\(server.url.absoluteString)\n".utf8))
while true { sleep(3_600) }

/// The server for its own handler, which is made first.
///
/// `@unchecked Sendable`: `server` is set before the address is printed, so before anybody can ask.
final class ServerBox: @unchecked Sendable {
  var server: LoopbackServer?

  var statistics: LoopbackServer.Statistics { server?.statistics ?? LoopbackServer.Statistics() }
}
