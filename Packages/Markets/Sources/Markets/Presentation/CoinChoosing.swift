import Components
import Persistence
import Portfolio

/// A screen that lets the user choose between coins that share a symbol.
@MainActor
protocol CoinChoosing: AnyObject {
  var effects: any ScreenEffects { get }
  /// The use case that stores the user's choice of a coin; if `nil`, every ID is treated as a separate coin.
  var linking: LinkCoin? { get }

  func didChoose()
}

extension CoinChoosing {
  func chooseCoin(_ coin: CoinReference, among choices: [SourceCoin]) {
    let items = choices.map { choice -> KeyChoice in
      let id = choice.id.sanitized(.singleLine)
      let label = "\(choice.name.sanitized(.singleLine))  \(id)"
      return KeyChoice(label) { [weak self] in self?.link(coin, to: choice) }
    }
    let none = KeyChoice("None of these") { [weak self] in self?.link(coin, to: nil) }
    let symbol = coin.symbol.uppercased().sanitized(.singleLine)
    effects.choose("Which coin is \(symbol)?", among: items + [none])
  }

  private func link(_ coin: CoinReference, to choice: SourceCoin?) {
    guard let linking else { return }
    let effects = effects
    Task {
      do throws(StoreError) {
        let change = try await linking.execute(coin.id, to: choice)
        didChoose()
        let name = choice?.name.sanitized(.singleLine) ?? "none of the source's coins"
        effects.didChange(StyledText("\(coin.symbol.uppercased().sanitized(.singleLine)) is \(name).")) { [weak self] in
          do throws(StoreError) {
            let isUndone = try await linking.undo(change, of: coin.id)
            self?.didChoose()
            return isUndone ? nil : "The coins have been changed since."
          } catch {
            return "Couldn't undo the choice: \(error)"
          }
        }
      } catch {
        effects.show(StyledText("Couldn't save the choice: \(error)"), tone: .warning)
      }
    }
  }
}

enum CoinChoiceText {
  static func problem(_ coin: CoinReference) -> String {
    "Several coins use the symbol \(coin.symbol.uppercased().sanitized(.singleLine))"
  }
}
