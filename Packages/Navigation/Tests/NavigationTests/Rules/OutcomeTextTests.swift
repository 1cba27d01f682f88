import Navigation
import Testing

@Suite("Outcome descriptions")
struct OutcomeTextTests {
  @Test(
    "describes every navigation outcome in a sentence",
    arguments: [
      .unchanged(.alreadyShown), .unchanged(.gone), .unchanged(.nothingToDo), .atRoot,
      .refused(by: "a", reason: "Unsaved."), .unknown("a", suggestions: ["b"]),
      .payloadRejected(PayloadRejection(id: "a", position: 0, reason: "Bad.")),
      .linkRejected(.empty), .tooDeep(limit: 3), .queued, .quit, .closed,
    ] as [NavigationOutcome]
  )
  func sentences(outcome: NavigationOutcome) {
    #expect(outcome.description.hasSuffix(".") || outcome.description.hasSuffix("?"))
    #expect(!outcome.isMove)
  }

  @Test("escapes untrusted text in outcome descriptions")
  func sanitizesNames() {
    let outcome = NavigationOutcome.unknown("\u{1B}[31m\u{202E}evil\n", suggestions: [])
    #expect(outcome.description == "There is no destination “\\u{1b}[31m\\u{202e}evil\\u{a}”.")
  }

  @Test("includes suggestions in outcome descriptions")
  func suggestions() throws {
    let unknown = NavigationOutcome.unknown("libary", suggestions: ["library"])
    #expect(unknown.description == "There is no destination “libary”. Did you mean “library”?")
  }
}
