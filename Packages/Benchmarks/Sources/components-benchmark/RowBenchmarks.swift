import BenchmarkTools
import Components
import Foundation

/// Tables that are printed, and lists that are moved in.
enum RowBenchmarks {
  private static let screen = Size(width: 200, height: 50)

  private struct Person: Sendable {
    let id: Int
    let name: String
    let team: Int
  }

  static func run(into table: ResultTable) {
    printTable(table)
    million(table)
    model(table)
  }

  /// The same rows as `rich-table.py` has.
  private static func cells(_ row: Int) -> [StyledText] {
    [
      StyledText("\(row)"), StyledText("Coin \(row) 你好", .bold), StyledText("\(row * 7 % 100_000).\(row % 100)"),
      StyledText(row % 2 == 0 ? "+2.1 %" : "-0.4 %", .foreground(row % 2 == 0 ? .hex(0x6CCB7F) : .hex(0xF7768E))),
      StyledText("proof-of-work, layer-\(row % 9)"),
    ]
  }

  private static func printTable(_ results: ResultTable) {
    let seconds = ProcessorClock.best(rounds: 5) {
      let table = TextTable(
        columns: [
          .init("#", alignment: .trailing), .init("Name", isFlexible: true), .init("Price", alignment: .trailing),
          .init("24 h", alignment: .trailing), .init("Tags", isFlexible: true),
        ],
        rows: (0..<10_000).map { cells($0) }
      )
      return table.rendered(for: .terminal(width: 120)).utf8.count
    }
    let rich = RichPeer.seconds()
    let peer =
      if case .missing(let reason) = rich { "Rich skipped: \(reason)" } else {
        rich.measured.map {
          "Rich \(FigureUnit.milliseconds.text($0 * 1e3)), ratio \(FigureUnit.number.text(seconds / $0))"
        } ?? ""
      }
    results.add("table of 10,000 × 5, made and printed", seconds * 1e3, .milliseconds, .atMost(30), note: peer)
  }

  private static func million(_ results: ResultTable) {
    var state = ListState(selection: 0)
    func frame() -> Int {
      let list = SectionedList(count: 1_000_000, state: state, target: "rows") { row in
        ListRow(
          StyledText("Row \(row)", .bold),
          detail: StyledText("of a million"),
          trailing: StyledText("\(row % 97)")
        )
      }
      state = list.revealed(height: screen.height)
      return list.frame(size: screen, environment: RenderEnvironment()).targets.count
    }
    let first = ProcessorClock.slowest(1) { _ in frame() }
    results.add("list of 1,000,000 rows, first frame", first * 1e3, .milliseconds, .atMost(2))
    let keys: [Key] = [.down, .pageDown, .end, .up, .pageUp, .home]
    let worst = ProcessorClock.slowest(600) { step in
      let press = KeyPress(keys[step % 7 % keys.count])
      return (state.handle(press, count: 1_000_000, page: screen.height) ? 1 : 0) + frame()
    }
    results.add("list of 1,000,000 rows, a key, the slowest of 600", worst * 1e3, .milliseconds, .atMost(2))
  }

  /// The model behind the lists, with everything that a person can do to it.
  private static func model(_ results: ResultTable) {
    let people = (0..<100_000).map { index in
      Person(id: index, name: "Person \(index &* 7_919 % 100_003)", team: index % 50)
    }
    let byName = ListOrdering<Person>(by: \.name)
    let byTeam = ListGrouping<Person, Int>(by: \.team, title: { "Team \($0)" }, areInIncreasingOrder: <)
    var model = ListModel(people, id: \.id, ordering: byName, grouping: byTeam)
    let made = ProcessorClock.best(rounds: 3) {
      ListModel(people, id: \.id, ordering: byName, grouping: byTeam).count
    }
    results.add("model of 100,000 items, sorted and in 50 sections", made * 1e3, .milliseconds)
    let sorted = ProcessorClock.best(rounds: 3) { people.sorted { $0.name < $1.name }.count }
    results.add("  the standard library's sort of the same alone", sorted * 1e3, .milliseconds)
    let matches = (0..<1_000).map { $0 * 97 }
    let filtered = ProcessorClock.best {
      model.setFilter(.indices(matches))
      return model.count
    }
    results.add("model of 100,000 items, a filter with 1,000 matches", filtered * 1e3, .milliseconds)
    model.setFilter(.all)
    let keys: [KeyPress] = [.character("j"), .character("}"), KeyPress(.pageDown), KeyPress(.end), .character("{")]
    let worst = ProcessorClock.slowest(600) { step in
      let isTaken = model.handle(keys[step % keys.count], page: screen.height)
      let list = model.list(target: "people") { ListRow(StyledText($0.name), detail: StyledText("Team \($0.team)")) }
      let frame = list.frame(size: screen, environment: RenderEnvironment())
      return frame.targets.count + (isTaken ? 1 : 0)
    }
    results.add("model of 100,000 items, a key with its frame, slowest", worst * 1e3, .milliseconds, .atMost(2))
  }
}
