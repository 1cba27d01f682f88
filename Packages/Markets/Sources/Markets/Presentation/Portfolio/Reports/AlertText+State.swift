public import Foundation
public import Portfolio

extension AlertText {
  /// Where an alert stands, in a few words.
  public static func standing(_ state: AlertState, now: Date) -> String {
    switch state {
    case .armed: "waits"
    case .triggered(let since): "fired \(RelativeAge.text(of: since, now: now)), until the price comes back"
    case .off(let since): "fired \(RelativeAge.text(of: since, now: now)), over"
    }
  }
}
