import Basics
public import Components
public import Foundation
import Networking
import Portfolio

/// The user-facing text for an error.
public struct MarketsProblem: Sendable {
  /// The underlying error.
  public let error: MarketsError
  /// The message, as a sentence.
  public let message: String
  /// The recovery suggestion, if there is one.
  public let hint: String?

  /// Creates the text for an error.
  public init(_ error: MarketsError, now: Date) {
    self.error = error
    switch error {
    case .service(NetworkError.cacheMiss):
      message = "Requests are turned off with --offline, and these prices aren't stored on this machine."
      hint = "To load them, start without --offline."
    case .service(let error as NetworkError):
      message = error.message
      hint = error.recoverySuggestion
    case .service(is CancellationError):
      message = Self.cancelledMessage
      hint = nil
    case .service(let error):
      message = "\(error)"
      hint = nil
    case .refused(let words, let underlying):
      message = Self.message(words.sanitized(.singleLine), underlying)
      hint = "Try again later."
    case .rateLimited(let nextTry, let words):
      message =
        "The service is limiting requests.\(words.map { " The service says: \($0.sanitized(.singleLine))" } ?? "")"
      hint =
        nextTry.map { "Next try \(RelativeAge.text(until: $0, now: now))." } ?? "Wait a minute, then try again."
    case .keyProblem(let problem, let words):
      message = Self.message(of: problem) + (words.map { " The service says: \($0.sanitized(.singleLine))" } ?? "")
      hint = Self.hint(for: problem)
    case .rangeNotAvailable(let range, let reason):
      message = "There is no chart for \(range.label): \(reason.sanitized(.singleLine))."
      hint = range.dayCount ?? 1 > 0 ? "Choose a shorter range." : "Choose at least one day."
    case .noHistories(let source):
      message = "There are no charts: the source “\(source)” has only current prices."
      hint = "Choose CoinGecko as the price source in the settings, or set markets_source to coingecko."
    case .coinNotFound(let word, let suggestions):
      message = "There is no coin “\(word.sanitized(.singleLine))”."
      hint = suggestions.isEmpty ? "Search the coin list." : "Did you mean \(Self.joined(suggestions))?"
    case .priceMissing(let match):
      message = "The service sent no price for \(match.symbol.sanitized(.singleLine))."
      hint = "Try again later."
    case .ambiguousCoin(let word, let choices):
      message = "Several coins are called “\(word.sanitized(.singleLine))”."
      hint = "Use one of their IDs: \(Self.joined(choices.prefix(5).map { $0.sanitized(.singleLine) }))."
    case .undecidedCoin(let coin, let choices, let source):
      let ids = choices.map { $0.id.sanitized(.singleLine) }
      let symbol = coin.symbol.uppercased().sanitized(.singleLine)
      message = "\(symbol) could be \(Self.joined(ids)) in \(source)."
      hint = "Choose once: fetch-counter markets coins link \(coin.key.sanitized(.singleLine)) \(ids.first ?? "ID")"
    case .currencyNotAvailable(let currency, let available):
      message = "There are no prices in \(currency)."
      hint = "Choose \(Self.joined(available.map(\.code)))."
    }
  }

  private static func joined(_ words: [String]) -> String {
    words.count < 2 ? words.joined() : words.dropLast().joined(separator: ", ") + " or " + words[words.count - 1]
  }

  /// Returns the service's message, preceded by its address and the response status if they are known.
  private static func message(_ words: String, _ underlying: (any Error)?) -> String {
    guard let error = underlying as? NetworkError else { return "The service says: \(words)" }
    let message = error.message
    return message.contains(words)
      ? message : "\(message.hasSuffix(".") ? String(message.dropLast()) : message): \(words)"
  }

  private static func message(of problem: MarketsError.KeyProblem) -> String {
    switch problem {
    case .missing: "The service requires an API key."
    case .invalid: "The service rejected the API key."
    case .planTooSmall: "The API key's plan doesn't include this data."
    case .paidKeyOnPublicHost: "A paid key was sent to the public service."
    case .demoKeyOnPaidHost: "A demo key was sent to the paid service."
    }
  }

  private static func hint(for problem: MarketsError.KeyProblem) -> String {
    switch problem {
    case .missing: "Set an API key; a demo key is free."
    case .invalid: "Check the API key."
    case .planTooSmall: "Request less data, or use a key with a larger plan."
    case .paidKeyOnPublicHost: "Use \(CoinGeckoAPI.paidRoot) with this key."
    case .demoKeyOnPaidHost: "Use \(CoinGeckoAPI.publicRoot) with this key."
    }
  }
}

enum FiguresNotice {
  static func failure(_ problem: MarketsProblem, in environment: RenderEnvironment) -> any Widget {
    let words = [problem.message, problem.hint].compactMap { $0 }.joined(separator: " ")
    return Text(StyledText(words, environment.theme.typography.error))
  }

  /// Returns a notice if the refresh interval is extended because few calls are left this month; `nil` otherwise.
  static func budget(of repository: any MarketsRepository, in environment: RenderEnvironment) -> (any Widget)? {
    PriceAge.notice(of: repository.capabilities.freshness).map { notice in
      Text(
        StyledText("\(environment.glyphs.warningMark) \(notice)", environment.theme.typography.warning),
        wrapping: .truncated(.end)
      )
    }
  }

  /// Returns a notice about stale or incomplete figures; `nil` if the figures are current and complete.
  static func flaws(
    of provenance: Provenance,
    _ shortfall: MarketsError?,
    now: Date,
    in environment: RenderEnvironment
  ) -> (any Widget)? {
    func warning(_ words: String) -> any Widget {
      Text(StyledText("\(environment.glyphs.warningMark) \(words)", environment.theme.typography.warning))
    }
    if let notice = PriceAge.failure(of: provenance, now: now) { return warning(notice) }
    return shortfall.map { warning("Tags and euro prices are missing: \(MarketsProblem($0, now: now).message)") }
  }
}

/// The failure shown by a markets screen that has no content.
public enum MarketsScreenFailure: Sendable {
  /// The price source failed.
  case source(MarketsProblem)
  /// The ledger or the alerts can't be read; the associated value is the reason, as a sentence.
  case store(String)

  /// Creates a screen's failure; `nil` if the screen has content or isn't a markets screen.
  @MainActor
  public init?(of screen: any Screen) {
    switch screen {
    case let screen as CoinListScreen:
      guard screen.model.content == nil, let problem = screen.model.state.problem else { return nil }
      self = .source(problem)
    case let screen as CoinDetailScreen:
      guard screen.model.content == nil, let problem = screen.model.state.problem else { return nil }
      self = .source(problem)
    case let screen as PortfolioScreen:
      guard screen.model.content == nil, let problem = screen.model.state.problem else { return nil }
      self = .store(problem)
    case let screen as AlertsScreen:
      guard let problem = screen.model.state.problem else { return nil }
      self = .store(problem)
    default: return nil
    }
  }
}

extension MarketsProblem {
  static func cancelled(now: Date) -> MarketsProblem { MarketsProblem(.service(CancellationError()), now: now) }

  static let cancelledMessage = "Loading was cancelled."

  /// Whether the user cancelled the load, which isn't an error.
  var isCancellation: Bool {
    if case .service(is CancellationError) = error { true } else { false }
  }
}

extension StatusMessage {
  /// Returns a message for a screen whose first load the user cancelled.
  static func cancelled(in environment: RenderEnvironment) -> StatusMessage {
    .empty("Loading cancelled", detail: "Press \(environment.key(.character("r"))) to load.")
  }
}
