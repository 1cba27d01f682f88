import Testing

@testable import fetch_counter

@Suite("Help pages")
struct HelpPageTests {
  @Test("A dump, to be replaced")
  func dump() {
    for entry in SampleProgram.tree.all {
      print(HelpPage(SampleProgram.tree, path: entry.path).text(width: 80) + "=====")
    }
    print(HelpPage(SampleProgram.tree).text(width: 40) + "=====")
  }
}
