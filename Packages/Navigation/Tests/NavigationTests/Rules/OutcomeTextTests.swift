import Navigation
import Testing

@Suite("Outcome descriptions")
struct OutcomeTextTests {
  @Test(
    "describes every navigation outcome in a sentence",
    arguments: [
      (.moved, "Moved."), (.unchanged(.alreadyShown), "The screen is already shown."),
      (.unchanged(.gone), "The screen is already closed."), (.unchanged(.nothingToDo), "There is nothing to do."),
      (.atRoot, "There is nothing to go back to."), (.refused(by: "a", reason: "Unsaved."), "a stays open: Unsaved."),
      (.unknown("a", suggestions: []), "There is no destination “a”."),
      (.unknown("a", suggestions: ["b", "c"]), "There is no destination “a”. Did you mean “b” or “c”?"),
      (.payloadRejected(PayloadRejection(id: "a", position: 0, reason: "Bad.")), "a can't be shown: Bad."),
      (.linkRejected(.empty), "The link is empty."),
      (.tooDeep(limit: 3), "At most 3 screens can be open at once. Go back first."),
      (.queued, "The command runs after the current one."), (.quit, "The program can quit."),
      (.closed, "The program is quitting."),
    ] as [(NavigationOutcome, String)]
  )
  func sentences(outcome: NavigationOutcome, sentence: String) {
    #expect(outcome.description == sentence)
    #expect(outcome.isMove == (outcome == .moved))
  }

  @Test(
    "explains in a sentence why a link is rejected",
    arguments: [
      (.tooLong(limit: 9), "The link is longer than 9 bytes."),
      (.foreignScheme("x", accepted: []), "Links that begin with “x://” aren't supported. Leave out the scheme."),
      (
        .foreignScheme("x", accepted: ["a", "b"]),
        "Links that begin with “x://” aren't supported. Leave out the scheme, or use “a://” or “b://”."
      ),
      (
        .fragment(offset: 1), "The link has a “#” at byte 1, which isn't supported. Write %23 for the character itself."
      ),
      (.emptySegment(offset: 2), "The link has an empty part at byte 2. Remove the extra “/”."),
      (.namelessParameter(offset: 3), "The link has a parameter without a name at byte 3."),
      (.repeatedParameter("p"), "The link has the parameter “p” twice. Remove one."),
      (
        .forbiddenCharacter(offset: 4), "The link has an invalid character at byte 4. Percent-encode the character."
      ),
      (
        .malformedPercentCode(offset: 5),
        "The link has a malformed percent code at byte 5. Write %25 for the percent sign itself."
      ),
      (.unknownPath("a", suggestions: ["b"]), "No screen matches the link “a”. Did you mean “b”?"),
      (.unknownParameter("a", of: "d", suggestions: []), "d has no parameter “a”."),
      (.missingValue("a", of: "d"), "The link to d needs the parameter “a”."),
      (.malformedValue("a", of: "d", reason: "Bad."), "The value of “a” in the link to d is not valid: Bad."),
      (.unreadable("d", reason: "Bad."), "The link to d can't be read: Bad."),
    ] as [(DeepLinkError, String)]
  )
  func links(error: DeepLinkError, sentence: String) {
    #expect(error.description == sentence)
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
