import Components
import Foundation

@MainActor
final class EmployeeMenu {
  typealias Menu = ChoiceMenu<EmployeeChoice>

  private var open: (menu: Menu, choose: @MainActor (Menu) -> Void)?

  /// Opens a menu, and calls `choose` with its final state when the user confirms a choice.
  func show(_ menu: Menu, choose: @escaping @MainActor (Menu) -> Void) { open = (menu, choose) }

  var keyMap: KeyMap? {
    open?.menu.keyMap(
      choose: { [weak self] in self?.choose() },
      mark: { [weak self] in self?.open?.menu.toggle() },
      cancel: { [weak self] in self?.open = nil }
    )
  }

  /// Passes an event to the open menu, or returns `nil` if no menu is open.
  func handle(_ event: ScreenEvent) -> Bool? {
    switch open?.menu.handle(event) {
    case nil: return nil
    case .ignored: return false
    case .handled: break
    case .closed: open = nil
    case .chosen: choose()
    }
    return true
  }

  /// Returns a page with the open menu over it, or only the page if no menu is open.
  func over(_ page: any Widget, size: Size) -> any Widget { open?.menu.over(page, size: size) ?? page }

  private func choose() {
    guard let (menu, action) = open else { return }
    open = nil
    action(menu)
  }
}

enum EmployeeChoice: Hashable, Sendable {
  case team(String)
  case type(EmployeeType)
  case copy(EmployeeText)
  case export(EmployeeExportFile)
}

/// A kind of employee information that can be copied.
enum EmployeeText: Hashable, Sendable, CaseIterable {
  case emailAddress, phoneNumber, name, card, link

  var title: String {
    switch self {
    case .emailAddress: "E-mail address"
    case .phoneNumber: "Phone number"
    case .name: "Name"
    case .card: "vCard"
    case .link: "Link"
    }
  }

  /// Returns this information for the given employees, or `nil` if it is missing for all of them.
  func text(of employees: [Employee]) -> String? {
    let texts: [String] =
      switch self {
      case .emailAddress: employees.map(\.emailAddress)
      case .phoneNumber: employees.compactMap(\.phoneNumber)
      case .name: employees.map(\.displayName)
      case .card: [String(decoding: EmployeesExport(employees).data(as: .vcard), as: UTF8.self)]
      case .link: employees.map { "directory/\($0.id.uuidString.lowercased())" }
      }
    let known = texts.filter { !$0.isEmpty }
    return known.isEmpty ? nil : known.joined(separator: self == .emailAddress ? ", " : "\n")
  }
}

enum EmployeeExportFile: Hashable, Sendable, CaseIterable {
  case phoneCards, cards, table, document

  var title: String {
    switch self {
    case .phoneCards: "vCard 3.0"
    case .cards: "vCard 4.0"
    case .table: "CSV"
    case .document: "JSON"
    }
  }

  var purpose: String {
    switch self {
    case .phoneCards: "phones"
    case .cards: "address books"
    case .table: "spreadsheets"
    case .document: "programs"
    }
  }

  var fileExtension: String {
    switch self {
    case .phoneCards, .cards: "vcf"
    case .table: "csv"
    case .document: "json"
    }
  }

  func data(of employees: [Employee]) -> Data {
    switch self {
    case .phoneCards: EmployeesExport(employees, version: .version3).data(as: .vcard)
    case .cards: EmployeesExport(employees, version: .version4).data(as: .vcard)
    case .table: EmployeesExport(employees).data(as: .csv)
    case .document: EmployeesExport(employees).data(as: .json)
    }
  }
}

/// The employee actions that the list and the employee pages share.
@MainActor
struct EmployeeActions {
  let menu: EmployeeMenu
  let effects: any ScreenEffects

  func copy(_ employees: [Employee]) {
    let choices = EmployeeText.allCases.compactMap { text -> EmployeeMenu.Menu.Choice? in
      guard let value = text.text(of: employees) else { return nil }
      let isShort = employees.count == 1 && text != .card && text != .link
      return .init(.copy(text), text.title, detail: isShort ? String(value.prefix(40)) : "")
    }
    let title = employees.count == 1 ? "Copy" : "Copy for \(employees.count) people"
    menu.show(ChoiceMenu(title, choices)) { [effects] menu in
      guard case .copy(let choice) = menu.selection, let text = choice.text(of: employees) else { return }
      effects.copy(text)
    }
  }

  func export(_ employees: [Employee]) {
    guard let first = employees.first else { return }
    let choices = EmployeeExportFile.allCases.map { file in
      EmployeeMenu.Menu.Choice(.export(file), file.title, detail: "for \(file.purpose)")
    }
    let title = employees.count == 1 ? "Export" : "Export \(employees.count) people"
    menu.show(ChoiceMenu(title, choices)) { [effects] menu in
      guard case .export(let file) = menu.selection else { return }
      let name = employees.count == 1 ? Self.fileName(for: first) : "employees"
      effects.export(name: "\(name).\(file.fileExtension)", contents: Array(file.data(of: employees)))
    }
  }

  func mail(_ employees: [Employee]) {
    let allowed = CharacterSet.alphanumerics.union(CharacterSet(charactersIn: "-._~@+!$'*"))
    let addresses = employees.compactMap { $0.emailAddress.addingPercentEncoding(withAllowedCharacters: allowed) }
    guard !addresses.isEmpty else { return }
    effects.open(link: "mailto:\(addresses.joined(separator: ","))")
  }

  /// Returns a file name that is safe on every file system: the letters and digits of the employee's name, and hyphens.
  static func fileName(for employee: Employee) -> String {
    let words = employee.displayName.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
    return words.isEmpty ? "employee" : String(words.prefix(60))
  }
}
