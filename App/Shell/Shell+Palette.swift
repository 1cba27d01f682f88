import Components
import Foundation
import Navigation
import Observation

extension Shell {
  /// The maximum number of items to index immediately; larger groups are indexed off the main actor.
  private static let smallGroup = 2_000
  private static let recentLimit = 20
  private static let focusKeys = [KeyPress(.enter), KeyPress(.left), KeyPress(.right), KeyPress(.up), KeyPress(.down)]

  func openPalette() {
    palette = CommandPalette(
      paletteEntries,
      recent: recentCommands,
      open: { [weak self] in self?.go(.open(link: $0.link)) },
      makeTypedEntries: { [weak self] in self?.typedEntries($0) ?? ([], []) }
    )
    showSearchGroups()
    updateSearchGroups()
    // The user hasn't seen a selection yet.
    palette?.select(0)
    for source in searchSources { source.loadForSearch() }
    followSearchSources()
  }

  func handlePalette(_ press: KeyPress) {
    switch press.key {
    case .escape: palette = nil
    case .enter: performPaletteSelection()
    default: palette?.handle(press)
    }
  }

  func performPaletteSelection() {
    let entry = palette?.selected
    palette = nil
    guard let entry else { return }
    recentCommands.removeAll { $0 == entry.id }
    recentCommands = Array(([entry.id] + recentCommands).prefix(Self.recentLimit))
    if let item = entry.item { recentItems[item.link] = item }
    entry.action()
  }

  /// The palette's entries: commands for the visible screen and the program, followed by commands for other screens and
  /// the settings.
  private var paletteEntries: [CommandPalette.Entry] {
    let own = helpSections.flatMap { map in
      map.bindings.filter { $0.prominence != .hidden }.flatMap { binding -> [CommandPalette.Entry] in
        // Enter, the arrow keys and other movement keys act on the focused control, which the palette doesn't show.
        guard let first = binding.keys.first, first != .character(":"), !Self.focusKeys.contains(first),
          !KeyGrammar.isMovement(first),
          let key = keyAssignments.shown(binding.keys).first
        else { return [] }
        let choices = binding.enabledChoices
        return choices.map { choice in
          let title = choices.count == 1 && binding.choices.count == 1 ? binding.explanation : choice.label
          return CommandPalette.Entry(id: title, title: title, keywords: binding.label, detail: key.description) {
            choice.perform()
          }
        }
      }
    }
    let visible = screen?.keyMap.title
    let others = screenCommands.filter { $0.screen != visible || $0.key.map(Self.focusKeys.contains) ?? true }.map {
      command in
      let key = command.key.flatMap { keyAssignments.shown([$0]).first }
      return CommandPalette.Entry(
        id: command.title,
        title: command.title,
        keywords: command.keywords,
        detail: key.map { "\(command.screen)  \($0)" } ?? command.link
      ) { [weak self] in self?.perform(command) }
    }
    // The visible screen can have the same command.
    let ownTitles = Set(own.map(\.id))
    return own + others.filter { !ownTitles.contains($0.id) } + (isSample ? [leaveSampleData] : [])
  }

  private var leaveSampleData: CommandPalette.Entry {
    CommandPalette.Entry(
      id: "Leave the sample data",
      title: "Leave the sample data",
      keywords: "live real profile services",
      detail: ""
    ) { [weak self] in
      let words = "The sample data is invented. To use real services, quit, and run 'fetch-counter setup'."
      self?.effects.show(StyledText(words), tone: .information)
    }
  }

  /// Returns entries for a typed link, and for pages about the typed text, such as a coin's page.
  private func typedEntries(_ text: String) -> (first: [CommandPalette.Entry], last: [CommandPalette.Entry]) {
    let text = text.trimmingCharacters(in: .whitespaces)
    func entry(_ title: String, _ link: String) -> CommandPalette.Entry? {
      guard (try? catalog.path(of: link)) != nil else { return nil }
      return CommandPalette.Entry(id: link, title: title, detail: "link") { [weak self] in
        self?.go(.open(link: link))
      }
    }
    guard !text.isEmpty else { return ([], []) }
    let escaped = text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    let pages = typedPages.filter { $0.accepts(text) }.compactMap { page in
      entry(page.title.replacing("TEXT", with: "“\(text)”"), page.link.replacing("TEXT", with: escaped))
    }
    return ([entry("Open \(text)", text)].compactMap { $0 }, pages)
  }

  /// Opens a command's screen, and performs the command as soon as the screen allows it.
  private func perform(_ command: ScreenCommand) {
    guard let key = command.key else { return go(.open(link: command.link)) }
    Task {
      let outcome = await navigation.perform(.open(link: command.link))
      report(outcome)
      let deadline = Task { [clock] in try? await clock.sleep(for: .seconds(10)) }
      while let screen, screen.keyMap.title == command.screen, !deadline.isCancelled {
        if let binding = screen.keyMap.binding(for: key), !binding.enabledChoices.isEmpty {
          deadline.cancel()
          perform(binding)
          return
        }
        guard await hasChanged(screen, before: deadline) else { break }
      }
      effects.show(StyledText("Not available right now: \(command.title)"), tone: .warning)
    }
  }

  /// Waits until a screen's keys may have changed, and returns `false` if the deadline passes first.
  private func hasChanged(_ screen: any Screen, before deadline: Task<Void?, Never>) async -> Bool {
    let (changes, change) = AsyncStream.makeStream(of: Bool.self)
    withObservationTracking {
      _ = screen.keyMap.bindings.map(\.isEnabled)
    } onChange: {
      change.yield(true)
    }
    let timeout = Task {
      _ = await deadline.value
      change.yield(false)
    }
    defer { timeout.cancel() }
    for await hasChanged in changes { return hasChanged }
    return false
  }

  // MARK: Feature items

  private func updateSearchGroups() {
    for source in searchSources {
      let (key, revision) = (ObjectIdentifier(source), source.revision)
      guard pendingRevisions[key] ?? searchGroups[key]?.revision != revision else { continue }
      pendingRevisions[key] = revision
      let (items, recent) = (source.searchableItems, recentCommands)
      if items.count <= Self.smallGroup {
        setSearchGroup(CommandPalette.Group(items, recent: recent), key, revision)
      } else {
        Task { [weak self] in
          let group = await Task.detached { CommandPalette.Group(items, recent: recent) }.value
          self?.setSearchGroup(group, key, revision)
        }
      }
    }
  }

  /// Indexes items that are loaded or changed while the palette is open.
  private func followSearchSources() {
    guard !isFollowingSearchSources else { return }
    isFollowingSearchSources = true
    withObservationTracking {
      for source in searchSources { _ = source.revision }
    } onChange: { [weak self] in
      Task { @MainActor in
        guard let self else { return }
        self.isFollowingSearchSources = false
        guard self.palette != nil else { return }
        self.updateSearchGroups()
        self.followSearchSources()
      }
    }
  }

  /// Adds a source's group to the palette, unless the source's items have changed during indexing.
  private func setSearchGroup(_ group: CommandPalette.Group, _ key: ObjectIdentifier, _ revision: Int) {
    guard pendingRevisions[key] == revision else { return }
    pendingRevisions[key] = nil
    searchGroups[key] = (revision, group)
    for item in group.recent { recentItems[item.link] = item }
    showSearchGroups()
  }

  private func showSearchGroups() {
    let groups = searchSources.compactMap { searchGroups[ObjectIdentifier($0)]?.group }
    palette?.setGroups(groups, recentItems: recentItems)
  }
}
