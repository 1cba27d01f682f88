import Foundation
import Testing

@testable import Networking

@Suite("curl command")
struct CurlCommandTests {
  @Test("creates a command that sends the same request")
  func writesCommands() {
    #expect(
      CurlCommand.line(for: .get("http://host/a?b=1&c=2"), redactor: SecretRedactor())
        == "curl --globoff --path-as-is 'http://host/a?b=1&c=2'"
    )
    var request = HTTPRequest(
      method: .post,
      url: .test("http://host/"),
      headers: ["X-Name": "O'Brien $HOME", "X-Empty": ""],
      body: RequestBody(bytes: Data("x".utf8), contentType: nil),
      timeouts: .total(.milliseconds(1500))
    )
    #expect(
      CurlCommand.line(for: request, redactor: SecretRedactor())
        == #"curl --request POST --header 'X-Name: O'\''Brien $HOME' --header 'X-Empty;' "#
        + "--header Content-Type: --data-binary @- --max-time 1.5 --globoff --path-as-is http://host/"
    )
    request.method = .head
    request.body = nil
    #expect(CurlCommand.line(for: request, redactor: SecretRedactor()).hasPrefix("curl --head --header "))
  }

  @Test(
    "quotes the command correctly for a shell",
    arguments: [
      "plain", "", "a b", "'", "''", "it's", "$HOME `id` $(id)", "\\", "a\\'b", "\"", "!!", "*?[a]{b,c}~",
      "a;b|c&d>e<f",
      "#", "-n", "é\u{1F600}", "tab\there", "a=b:c@d%e",
    ]
  )
  func quotes(word: String) throws {
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/sh")
    shell.arguments = ["-c", "printf %s \(CurlCommand.quoted(word))"]
    let output = Pipe()
    shell.standardOutput = output
    try shell.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    shell.waitUntilExit()
    #expect(String(decoding: data, as: UTF8.self) == word)
  }
}
