import CommandLine
import Components
import Directory
import Foundation
import Markets

enum Settings {
  static let profile = Setting(
    "profile",
    .text(expectation: "sample, live, or a profile in the configuration file", example: "sample")
      .suggesting(
        BuiltInProfile.allCases.map { Choice($0.rawValue, $0.summary) },
        orPrintedBy: ["config", "profiles"]
      ),
    placeholder: "sample|live|NAME",
    default: "sample",
    summary: "Services to use; 'sample' uses built-in sample services.",
    isCommon: true
  )
  static let counterURL = Setting(
    "counter_url",
    .webAddress,
    placeholder: "URL",
    defaultText: "from the profile",
    summary: "Counter service."
  )
  static let directoryURL = Setting(
    "directory_url",
    .webAddress,
    placeholder: "URL",
    defaultText: "from the profile",
    summary: "Employee directory."
  )
  static let directoryScenario = Setting(
    "directory_scenario",
    .directoryScenario,
    default: DirectoryScenario.normal.rawValue,
    summary: "Employee list to request: normal, malformed (error), empty or random.",
    isStorable: true
  )
  static let marketsURL = Setting(
    "markets_url",
    .webAddress,
    placeholder: "URL",
    defaultText: "from the profile",
    summary: "Markets service."
  )
  static let marketsSource = Setting(
    "markets_source",
    .choice(of: MarketsSource.self),
    default: MarketsSource.coingecko.rawValue,
    summary: "Markets service API: CoinGecko or the price list.",
    isStorable: true
  )
  static let marketsFreshness = Setting(
    "markets_freshness",
    .freshness,
    placeholder: "auto|DURATION",
    default: "auto",
    summary: "Maximum age of prices; auto follows the source's limits.",
    isStorable: true
  )
  static let coingeckoKey = Setting(
    "coingecko_api_key",
    .key(example: "CG-…"),
    defaultText: "none",
    summary: "CoinGecko API key; set it in the environment or in a file that only you can read.",
    isSecret: true
  )
  static let allowsInsecureKey = Setting(
    "allow_insecure_key",
    .choice(of: OnOff.self),
    default: OnOff.off.rawValue,
    summary: "Allow sending the CoinGecko key unencrypted (http://) to another machine."
  )
  static let timeout = Setting(
    "timeout",
    .duration(in: .milliseconds(1) ... .seconds(86_400)),
    placeholder: "DURATION",
    default: "15s",
    summary: "Time limit for each request."
  )
  static let dataFolder = Setting(
    "data_dir",
    .folder,
    placeholder: "DIR",
    defaultText: "$XDG_DATA_HOME/fetch-counter",
    summary: "Folder for your data."
  )
  static let cacheFolder = Setting(
    "cache_dir",
    .folder,
    placeholder: "DIR",
    defaultText: "$XDG_CACHE_HOME/fetch-counter",
    summary: "Folder for cached responses."
  )
  static let cacheSize = Setting(
    "cache_size",
    .byteCount(in: 1_000_000...100_000_000_000),
    placeholder: "SIZE",
    default: "256MB",
    summary: "Maximum size of the cache.",
    isStorable: true
  )
  static let currency = Setting(
    "currency",
    .currency(among: CurrencyCode.offered.map(\.code)),
    placeholder: "CODE",
    default: "aud",
    summary: "Currency for all amounts.",
    isCommon: true,
    isStorable: true
  )
  static let theme = Setting(
    "theme",
    .theme,
    placeholder: "NAME",
    default: ThemeChoice.auto.word,
    summary: "Color theme.",
    isStorable: true
  )
  static let locale = Setting(
    "locale",
    .locale,
    placeholder: "auto|LOCALE",
    default: "auto",
    summary: "Format for amounts and dates; auto follows LC_ALL, LC_NUMERIC, LC_TIME and LANG.",
    isStorable: true
  )
  static let automaticRefresh = Setting(
    "auto_refresh",
    .choice(of: OnOff.self),
    default: OnOff.on.rawValue,
    summary: "Refresh prices and check alerts automatically in the interactive program.",
    isStorable: true
  )
  static let refreshInterval = Setting(
    "refresh_interval",
    .duration(in: .seconds(10) ... .seconds(86_400)),
    placeholder: "DURATION",
    default: "1m",
    summary: "Interval between automatic refreshes; at least the time that the source's prices stay fresh.",
    isStorable: true
  )
  static let coinIcons = Setting(
    "coin_icons",
    .choice(of: OnOff.self),
    default: OnOff.on.rawValue,
    summary: "Show coin icons in the interactive program.",
    isStorable: true
  )
  static let usesMouse = Setting(
    "mouse",
    .choice(of: OnOff.self),
    default: OnOff.on.rawValue,
    summary: "Use the mouse in the interactive program.",
    isStorable: true
  )
  static let pager = Setting(
    "pager",
    .command,
    placeholder: "COMMAND",
    defaultText: "$PAGER, or less",
    summary: "Pager command for text that doesn't fit the terminal; empty for no pager.",
    isEmptyAllowed: true
  )

  static let all: [SettingSpecification] = [
    profile.specification, counterURL.specification, directoryURL.specification, marketsURL.specification,
    directoryScenario.specification,
    marketsSource.specification,
    marketsFreshness.specification,
    coingeckoKey.specification, allowsInsecureKey.specification, timeout.specification,
    dataFolder.specification, cacheFolder.specification, cacheSize.specification, currency.specification,
    theme.specification,
    locale.specification,
    automaticRefresh.specification,
    refreshInterval.specification,
    coinIcons.specification,
    usesMouse.specification, pager.specification,
  ]
}

extension Settings {
  static let withoutOption = [
    directoryScenario.specification,
    marketsSource.specification,
    marketsFreshness.specification,
    coingeckoKey.specification, allowsInsecureKey.specification, cacheSize.specification,
    theme.specification,
    locale.specification,
    automaticRefresh.specification,
    refreshInterval.specification,
    coinIcons.specification,
    usesMouse.specification, pager.specification,
  ]
}

enum MarketsSource: String, CaseIterable, Sendable {
  case coingecko
  case priceList = "price-list"
}

enum OnOff: String, CaseIterable, Sendable {
  case on
  case off

  init(_ isOn: Bool) { self = isOn ? .on : .off }
}

extension ValueRule where Value == Freshness.Rule {
  /// A rule that accepts `auto` or a duration from ten seconds to a day.
  fileprivate static var freshness: Self {
    let durations = ValueRule<Duration>.duration(in: .seconds(10) ... .seconds(86_400))
    return Self(expectation: "auto, or a duration from 10s to 24h, such as 5m", example: "auto") {
      word throws(ValidationError) in word == "auto" ? .automatic : .fixed(try durations.parse(word))
    }
  }
}
