import BasicsTesting
import Components
import Foundation
import Testing

@testable import Markets
@testable import Portfolio

@Suite("Import screen")
@MainActor
struct ImportViewModelTests {
  private nonisolated static let file = """
    time,kind,coin,symbol,amount,price,currency
    2026-01-01T00:00:00Z,buy,coin-0,c0,2,500,aud
    2026-01-02T00:00:00Z,receive,coin-7,c7,3,,

    """

  @MainActor
  private struct Shown {
    let ledger = memoryLedger(now: { FakeRepository.date })
    let effects = FakeEffects()
    let screen: PortfolioScreen

    init(_ read: @escaping ImportedFileReader) async {
      let model = PortfolioViewModel(ledger: ledger, repository: FakeRepository(), now: { FakeRepository.date })
      screen = PortfolioScreen(
        model: model,
        readFile: read,
        source: FakeSource(),
        effects: effects,
        timeZone: .gmt
      )
      screen.appear()
      await model.settle()
    }

    /// Handles key presses in the same order as the program does.
    func press(_ presses: KeyPress...) {
      for press in presses {
        if screen.isEnteringText, press.typedText != nil {
          _ = screen.handle(.key(press))
        } else if !screen.keyMap.perform(press) {
          _ = screen.handle(.key(press))
        }
      }
    }

    func type(_ text: String) {
      for character in text { press(.character(character)) }
    }

    var text: String {
      let environment = RenderEnvironment(isAnimated: false)
      return screen.frame(size: Size(width: 100, height: 24), in: environment).buffer.lines.joined(separator: "\n")
    }

    func work() async {
      press(KeyPress(.enter))
      let importing = screen.importing
      await settle { !importing.isWorking && (importing.preview != nil || importing.problem != nil) }
    }
  }

  @Test("shows the entries that an import would add, and imports them when Enter is pressed again")
  func importing() async throws {
    // Given
    let shown = await Shown { path throws(ImportedFileError) in
      #expect(path == "~/trades.csv")
      return Data(Self.file.utf8)
    }
    let first = try LedgerImportFile(csv: Data(Self.file.utf8)).rows[0]
    try shown.ledger.add([first])
    shown.press(.character("I"))
    #expect(shown.screen.isEnteringText)

    // When
    shown.type("~/trades.csv")
    await shown.work()

    // Then
    #expect(shown.text.contains("1 new entry."))
    #expect(shown.text.contains("1 was already recorded, 1 recognized without an ID."))
    #expect(shown.text.contains("2026-01-02  Received 3 C7"))
    #expect(try shown.ledger.snapshot().count == 1)

    // When
    shown.press(KeyPress(.enter))
    await settle { !shown.effects.messages.isEmpty }

    // Then
    #expect(try shown.ledger.snapshot().count == 2)
    #expect(
      shown.effects.messages == ["Imported 1 entry. 1 was already recorded, 1 recognized without an ID."]
    )
    #expect(!shown.screen.importing.isOpen)
  }

  @Test(
    "refuses an invalid file with the line number, and keeps the path",
    arguments: [
      ("time,kind\n", "the column"), ("", "the column"), ("{", "JSON"),
      (file + "2026-01-03T00:00:00Z,sell,coin-0,c0,9,1,aud\n", "Line 4"),
      (file + "2026-01-03T00:00:00Z,buy,coin-0,c0,x,1,aud\n", "Line 4"),
      (file + "2026-01-03T00:00:00Z,buy\n", "Line 4"),
    ]
  )
  func wrongFile(content: String, reason: String) async throws {
    let shown = await Shown { _ throws(ImportedFileError) in Data(content.utf8) }
    shown.press(.character("I"))
    shown.type("f")
    await shown.work()
    #expect(shown.screen.importing.problem?.contains(reason) == true, "\(shown.screen.importing.problem ?? "none")")
    #expect(shown.screen.importing.path.text == "f")
    #expect(try shown.ledger.snapshot().count == 0)
  }

  @Test("reports an unreadable import file, and checks again after the path has changed")
  func unreadable() async throws {
    let shown = await Shown { path throws(ImportedFileError) in
      guard path == "good" else { throw ImportedFileError("“\(path)” can't be read: there is no such file.") }
      return Data(Self.file.utf8)
    }
    shown.press(.character("I"))
    await shown.work()
    #expect(shown.text.contains("Enter the path of a CSV or JSON file."))
    shown.type("goo")
    await shown.work()
    #expect(shown.text.contains("“goo” can't be read"))
    shown.type("d")
    #expect(!shown.text.contains("can't be read"))
    await shown.work()
    #expect(shown.text.contains("2 new entries."))
    shown.type("x")
    #expect(!shown.text.contains("2 new entries."))
    shown.press(KeyPress(.escape))
    #expect(!shown.screen.importing.isOpen)
    #expect(try shown.ledger.snapshot().count == 0)
  }
}
