import Components
import Foundation
import Networking
import NetworkingTesting
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Price check")
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

  @Test("matches a price equal to the threshold", arguments: [("740.69", true), ("740.7", true), ("740.71", false)])
  func thresholds(price: String, holds: Bool) async throws {
    let threshold = try #require(Decimal(string: price))
    #expect(try await check("coin-0", .above(threshold)).holds == holds)
    #expect(try await check("coin-0", .below(threshold)).holds == (price != "740.69"))
  }

  @Test("refuses a price that is older than allowed or in the future", arguments: [61, 72_000, -61, -86_400])
  func age(seconds: TimeInterval) async {
    await #expect(throws: PriceCheckError.self) { try await check(age: seconds) }
  }

  @Test("accepts a price whose age is within the limit", arguments: [60, 0, -60])
  func allowedAge(seconds: TimeInterval) async throws {
    #expect(try await check(age: seconds).holds)
  }

  @Test("fails the price check if the source has no such coin or no price for it")
  func missing() async throws {
    do throws(PriceCheckError) {
      _ = try await check("coin-1", currency: .eur)
      Issue.record("The price was found.")
    } catch {
      #expect(error.message == "There is no price for C1 in EUR.")
    }
    do throws(PriceCheckError) {
      _ = try await check("nothing")
      Issue.record("The coin was found.")
    } catch {
      #expect(error.message == "There is no coin “nothing”.")
    }
  }

  @Test("reports that a response has no usable price", arguments: ["null", "0", "-5", "1e30"])
  func unusablePrice(price: String) async throws {
    // Given a service whose second price isn't usable
    let count = RequestCount()
    let bench = Bench { request in
      let price = count.next() == 1 ? "7" : price
      guard request.url.path().hasSuffix("/simple/price") else {
        return .json(#"[{"id":"bitcoin","symbol":"btc","name":"Bitcoin","current_price":\#(price)}]"#, url: request.url)
      }
      return .json(#"{"bitcoin":{"aud":\#(price)}}"#, url: request.url)
    }
    let check = CheckPrice(repository: bench.coinGecko, now: bench.now)
    func holds() async throws(PriceCheckError) -> Bool {
      try await check.execute("bitcoin", .above(1), currency: .aud, maximumAge: .seconds(10)).holds
    }
    #expect(try await holds())

    // When
    bench.date += 20
    let error = await #expect(throws: PriceCheckError.self) { try await holds() }

    // Then
    #expect(error?.message == "The latest response has no usable price for BTC in AUD.")
  }

  @Test("shows the age of an outdated price to the second")
  func oldPrice() async {
    let error = await #expect(throws: PriceCheckError.self) {
      try await CheckPrice(repository: repository, now: { FakeRepository.date.addingTimeInterval(30) })
        .execute("coin-0", .above(1), currency: .aud, maximumAge: .seconds(10))
    }
    #expect(error?.message == "The latest price for C0 is from 30 s ago.")
  }

  @Test("prints the result of a price check with the price, time and source")
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
