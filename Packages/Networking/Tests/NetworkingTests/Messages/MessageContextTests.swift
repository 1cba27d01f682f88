import Networking
import Testing

@Suite("Message context")
struct MessageContextTests {
  private enum Attempt: MessageContextKey {
    static let defaultValue = 1
  }

  private enum Label: MessageContextKey {
    static let defaultValue: String? = nil
  }

  @Test("stores one value per key, with a default value for each key")
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

  private struct Tenant: MessageContextKey, Equatable {
    let name: String
  }

  @Test("accepts an array literal of values that are their own keys")
  func hasLiterals() {
    let context: MessageContext = [RequestPriority.background, Tenant(name: "a"), CoalescingMode.separate]
    #expect(context[RequestPriority.self] == .background)
    #expect(context[Tenant.self] == Tenant(name: "a"))
    #expect(context[CoalescingMode.self] == .separate)
    #expect(context[Attempt.self] == 1)
    let repeated: MessageContext = [RequestPriority.background, RequestPriority.interactive]
    #expect(repeated[RequestPriority.self] == .interactive)
    let empty: MessageContext = []
    #expect(empty[Tenant.self] == nil)
  }

  @Test("merges the values from another context")
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
