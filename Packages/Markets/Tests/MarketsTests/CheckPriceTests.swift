import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Comparing a price with a threshold")
struct CheckPriceTests {
  private let repository = FakeRepository()

  private func check(
    _ word: String = "coin-0",
    _ condition: AlertCondition = .above(700),
    currency: CurrencyCode = .aud,
    age: TimeInterval = 0
  ) async throws(PriceCheckError) -> PriceCheck {
    let check = CheckPrice(repository: repository, now: { FakeRepository.date.addingTimeInterval(age) })
    return try await check.execute(word, condition, currency: currency, maximumAge: .seconds(60))
  }

  @Test("includes the threshold", arguments: [("740.69", true), ("740.7", true), ("740.71", false)])
  func thresholds(price: String, holds: Bool) async throws {
    let threshold = try #require(Decimal(string: price))
    #expect(try await check("coin-0", .above(threshold)).holds == holds)
    #expect(try await check("coin-0", .below(threshold)).holds == (price != "740.69"))
  }

  @Test("refuses a price that is older than allowed, and one from the future", arguments: [61, 72_000, -61, -86_400])
  func age(seconds: TimeInterval) async {
    await #expect(throws: PriceCheckError.self) { try await check(age: seconds) }
  }

  @Test("accepts a price of the allowed age", arguments: [60, 0, -60])
  func allowedAge(seconds: TimeInterval) async throws {
    #expect(try await check(age: seconds).holds)
  }

  @Test("fails for coins and prices that the source lacks")
  func missing() async throws {
    do throws(PriceCheckError) {
      _ = try await check("coin-1", currency: .eur)
      Issue.record("has a price")
    } catch {
      #expect(error.message == "There is no price of C1 in EUR.")
    }
    do throws(PriceCheckError) {
      _ = try await check("nothing")
      Issue.record("is a coin")
    } catch {
      #expect(error.message == "There is no coin 'nothing'.")
    }
  }

  @Test("prints the answer with price, time and source")
  func report() async throws {
    let yes = PriceCheckReport(try await check(age: 30))
    let no = PriceCheckReport(try await check("coin-0", .below(700), age: 30))
    #expect(yes.text(for: .linear) == "Yes: C0 above $700.00 AUD: $740.70, just now (Fake)\n")
    #expect(no.text(for: .records) == "no\t2026-01-31T12:00:00Z\tcoin-0\tC0\t740.7\taud\tbelow\t700\tFake\n")
    let document = String(decoding: try JSONEncoder().encode(yes), as: UTF8.self)
    for part in ["\"holds\":true", "\"age_seconds\":30", "\"price\":740.7", "\"source\":\"Fake\""] {
      #expect(document.contains(part), "\(part)")
    }
  }
}
