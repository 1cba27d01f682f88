import Networking
import Testing

@Suite("Header fields")
struct HTTPFieldsTests {
  @Test("finds fields case-insensitively and keeps their order")
  func findsIgnoringCase() {
    var fields: HTTPFields = ["Accept": "a", "X-One": "1"]
    fields.append("ACCEPT", "b")
    #expect(fields["accept"] == "a, b")
    #expect(fields[values: "Accept"] == ["a", "b"])
    #expect(fields.map(\.name.rawName) == ["Accept", "X-One", "ACCEPT"])
    #expect(!fields.contains("x-two"))
  }

  @Test("joins the lines of a Cookie field with semicolons (RFC 9113, section 8.2.3)")
  func joinsCookies() {
    var fields: HTTPFields = ["Cookie": "a=1"]
    fields.append("cookie", "b=2; c=3")
    #expect(fields["Cookie"] == "a=1; b=2; c=3")
  }

  @Test("replaces and removes all values of a field together")
  func replaces() {
    var fields: HTTPFields = ["A": "1", "B": "2"]
    fields.append("a", "3")
    fields["a"] = "4"
    #expect(fields[values: "A"] == ["4"])
    fields["A"] = nil
    #expect(fields.map(\.value) == ["2"])
  }

  @Test("replaces fields with the other list's fields when merging")
  func merges() {
    var fields: HTTPFields = ["A": "1", "B": "2"]
    fields.merge(["b": "3", "C": "4"])
    #expect(fields.map(\.value) == ["1", "3", "4"])
  }

  @Test("rejects a value that would end the header field", arguments: ["a\r\nX: y", "a\nb", "a\rb", "a\u{0}b", "\n"])
  func refusesLineBreaks(value: String) {
    var fields = HTTPFields()
    let isTaken = fields.append("A", value)
    #expect(!isTaken)
    #expect(fields.isEmpty)
  }

  @Test("removes white space around values", arguments: [(" a ", "a"), ("\t a b\t", "a b"), ("   ", ""), ("", "")])
  func trims(value: String, expected: String) {
    var fields = HTTPFields()
    fields.append("A", value)
    #expect(fields["A"] == expected)
  }

  @Test("rejects names that aren't tokens", arguments: ["", " ", "a b", "a:", "é", "a\r\n", "(a)", "a/b"])
  func refusesNames(name: String) {
    #expect(HTTPField.Name(name) == nil)
    #expect(HTTPMethod(name) == nil)
  }
}
