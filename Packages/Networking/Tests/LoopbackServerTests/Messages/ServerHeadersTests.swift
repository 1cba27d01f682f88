import Testing

@testable import LoopbackServer

@Suite("Server header fields")
struct ServerHeadersTests {
  /// The same fields twice: created by a program, and received from a client.
  static let both: [ServerHeaders] = {
    let list: ServerHeaders = ["Set-Cookie": "a=1", "Content-Type": "text/plain", "set-cookie": "b=2"]
    return [list, ServerRequest(target: "/", headers: list).headers]
  }()

  @Test("keeps the order of fields and finds them case-insensitively", arguments: both)
  func lookup(headers: ServerHeaders) {
    #expect(headers["SET-COOKIE"] == "a=1")
    #expect(headers.values(of: "set-Cookie") == ["a=1", "b=2"])
    #expect(headers["content-type"] == "text/plain")
    #expect(headers["missing"] == nil)
    #expect(headers.values(of: "missing").isEmpty)
    #expect(headers.contains("content-TYPE"))
    #expect(!headers.contains("content"))
    #expect(headers.fields.map(\.name) == ["Set-Cookie", "Content-Type", "set-cookie"])
    #expect(headers.fields.count == 3)
    #expect(headers.fields[2] == .init("set-cookie", "b=2"))
    #expect(headers == Self.both[0])
  }

  @Test("replaces all fields with the same name at the position of the first field", arguments: both)
  func setting(headers: ServerHeaders) {
    var headers = headers
    headers["set-cookie"] = "c=3"
    #expect(headers.fields == [.init("set-cookie", "c=3"), .init("Content-Type", "text/plain")])
    headers["New"] = "n"
    #expect(headers.fields.last == .init("New", "n"))
    headers["content-type"] = nil
    #expect(headers.fields.map(\.name) == ["set-cookie", "New"])
    headers["unknown"] = nil
    #expect(headers.fields.count == 2)
  }

  @Test("keeps existing fields when adding a field with the same name", arguments: both)
  func adding(headers: ServerHeaders) {
    var headers = headers
    headers.add("SET-COOKIE", "c=3")
    headers.add("X", "y")
    #expect(headers.values(of: "set-cookie") == ["a=1", "b=2", "c=3"])
    #expect(headers.fields.count == 5)
  }

  @Test(
    "distinguishes field names that differ in more than case",
    arguments: ["Set_Cookie", "Set-Cookie ", "Set\u{D}Cookie", ""]
  )
  func differentNames(name: String) {
    for headers in Self.both { #expect(headers[name] == nil) }
  }
}
