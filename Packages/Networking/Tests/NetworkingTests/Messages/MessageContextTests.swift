import Networking
import Testing

@Suite("The context of a message")
struct MessageContextTests {
  private enum Attempt: MessageContextKey {
    static let defaultValue = 1
  }

  private enum Label: MessageContextKey {
    static let defaultValue: String? = nil
  }

  @Test("keeps values apart by key, and knows a default for each")
  func keepsValues() {
    var context = MessageContext()
    #expect(context[Attempt.self] == 1)
    #expect(context[Label.self] == nil)
    context[Attempt.self] = 2
    context[Label.self] = "a"
    #expect(context[Attempt.self] == 2)
    #expect(context[Label.self] == "a")
    context[Label.self] = nil
    #expect(context[Label.self] == nil)
  }

  @Test("takes over what another one says")
  func merges() {
    var context = MessageContext()
    context[Attempt.self] = 2
    var other = MessageContext()
    other[Attempt.self] = 3
    other[Label.self] = "b"
    context.merge(other)
    #expect(context[Attempt.self] == 3)
    #expect(context[Label.self] == "b")
  }
}
