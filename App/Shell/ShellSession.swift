import Foundation
import Navigation
import Persistence

/// What the interactive program remembers from one run to the next: the tab, and the pages of every tab.
struct ShellSession: Codable, Sendable {
  /// The family of the tab that was shown.
  var tab: String?
  /// The restoration documents of the tabs by their families.
  var pages: [String: String] = [:]
  /// Why the pages of a tab can't be remembered, as sentences; not kept itself.
  var losses: [String] = []

  private enum CodingKeys: String, CodingKey {
    case tab, pages
  }

  /// Where it is kept.
  static func store(in folder: String) -> JSONFileStore<ShellSession> {
    JSONFileStore(
      path: folder + "/session.json",
      default: ShellSession(),
      writtenBy: ProgramVersion.identification
    )
  }
}

extension Shell {
  /// What there is to remember.
  var session: ShellSession {
    var session = ShellSession(tab: tab.family)
    for tab in tabs {
      do throws(RestorationError) {
        guard let document = try tab.router?.restorationDocument() else { continue }
        session.pages[tab.family] = String(decoding: document, as: UTF8.self)
      } catch {
        session.losses.append("The pages of \(tab.title) are not remembered: \(error)")
      }
    }
    return session
  }

  /// Opens what was open; what can't be opened any more is left out.
  func restore(_ session: ShellSession) async {
    for tab in tabs {
      guard let document = session.pages[tab.family] else { continue }
      // Why it can't be opened is told when somebody chooses it.
      do { try tab.open() } catch { continue }
      _ = await tab.router?.restore(from: Data(document.utf8))
    }
    if let index = tabs.firstIndex(where: { $0.family == session.tab }) { select(index) }
  }
}
