import BasicsTesting
import Testing

@Suite("Linear time")
struct LinearTimeTests {
  private static func work(_ count: Int) -> () -> Void {
    {
      var sum = 0
      for number in 0..<count { sum &+= number }
    }
  }

  @Test("tells linear from quadratic time")
  func growth() {
    #expect(takesLinearTime { Self.work(50 * $0) })
    #expect(!takesLinearTime { Self.work($0 * $0 / 1_000) })
  }
}
