import Foundation
import Testing

@testable import CommandLine

@Suite("Help as a JSON document")
struct HelpDocumentTests {
  private func document(_ tree: CommandTree = SampleProgram.tree, path: [String] = []) throws -> [String: Any] {
    let data = try JSONEncoder().encode(HelpDocument(tree, path: path))
    return try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  private func member(_ name: String, named key: String, of document: [String: Any]) throws -> [String: Any] {
    let members = try #require(document[key] as? [[String: Any]])
    return try #require(members.first { $0["name"] as? String == name })
  }

  private func commands(_ document: [String: Any]) -> [String] {
    let own = document["command"] as? String ?? ""
    return [own] + (document["commands"] as? [[String: Any]] ?? []).flatMap(commands)
  }

  @Test("lists every command in the help document, with its options and arguments")
  func whole() throws {
    let tree = SampleProgram.tree
    #expect(try commands(document(tree)) == tree.all.map { (["tool"] + $0.path).joined(separator: " ") })
    for (path, command) in tree.all {
      let document = try document(tree, path: path)
      #expect(document["summary"] as? String == command.summary)
      #expect((document["options"] as? [[String: Any]])?.count == command.options.count)
      #expect((document["arguments"] as? [[String: Any]])?.count == command.arguments.count)
    }
  }

  @Test("writes the same members for every option and argument, with null for missing values")
  func keys() throws {
    var options: Set<Set<String>> = []
    var arguments: Set<Set<String>> = []
    for (path, _) in SampleProgram.tree.all {
      let document = try document(path: path)
      options.formUnion((document["options"] as? [[String: Any]] ?? []).map { Set($0.keys) })
      arguments.formUnion((document["arguments"] as? [[String: Any]] ?? []).map { Set($0.keys) })
    }
    #expect(options.count == 1)
    #expect(arguments.count == 1)
  }

  @Test("describes an option in the help document with its spellings, value and default")
  func option() throws {
    let root = try document()
    let timeout = try member("--timeout", named: "options", of: root)
    #expect(timeout["value"] as? String == "DURATION")
    #expect(timeout["default"] as? String == "15s")
    #expect(timeout["environment_variable"] as? String == "TOOL_TIMEOUT")
    #expect(timeout["required"] as? Bool == false)
    #expect(timeout["repeatable"] as? Bool == false)
    let help = try member("--help", named: "options", of: root)
    #expect(help["short"] as? String == "-h")
    #expect(help["value"] is NSNull)
    let list = try document(path: ["list"])
    let sort = try member("--sort", named: "options", of: list)
    #expect((sort["choices"] as? [[String: String]])?.map { $0["word"] } == ["name", "price", "weight"])
    #expect(try member("--range", named: "options", of: list)["excludes"] as? [String] == ["--days"])
  }

  @Test("describes a command in the help document with its usage, exit statuses and environment variables")
  func command() throws {
    let list = try document(path: ["list"])
    #expect(list["command"] as? String == "tool list")
    #expect(list["usage"] as? String == "tool list [options]")
    #expect((list["examples"] as? [[String: String]])?.first?["command_line"] == "tool list --tag red --tag blue")
    let root = try document()
    #expect((root["exit_statuses"] as? [[String: Any]])?.map { $0["code"] as? Int } == [0, 2, 130])
    #expect(
      try member("NO_COLOR", named: "environment", of: root)["summary"] as? String
        == "Turns colors off, with any value."
    )
  }
}
