// The server of the networking benchmark where nginx is missing: one small JSON answer, for ever.
import Foundation
import LoopbackServer

let answer = Data(#"{"id": 7, "title": "A small answer"}"#.utf8)
let server = try LoopbackServer { _ in .json(answer) }
FileHandle.standardOutput.write(Data("\(server.url.absoluteString)\n".utf8))
while true { sleep(3_600) }
