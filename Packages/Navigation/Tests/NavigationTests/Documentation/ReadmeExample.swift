import Navigation

struct BookList: Destination {
  static let id: DestinationID = "library.list"
}

struct BookPage: Destination {
  static let id: DestinationID = "library.book"
  var title: String
  var page: Int?

  func isSamePlace(as other: BookPage) -> Bool { title == other.title }
}

struct LibraryCoordinator: Coordinator {
  func register(in registrar: inout DestinationRegistrar<String>) {
    registrar.register(BookList.self, link: LinkRule("books", backStack: { _ in .fromRoot() })) { _, _ in
      "All books"
    }
    registrar.register(
      BookPage.self,
      link: LinkRule("books/:title?page", backStack: { _ in .fromRoot(BookList()) })
    ) { book, _ in
      "\(book.title), page \(book.page ?? 1)"
    }
  }
}

@MainActor
func tourOfTheLibrary() async throws -> [String] {
  var shown: [String] = []
  let registry = try DestinationRegistry<String>([LibraryCoordinator()])
  let router = try Router(registry, home: BookList()) { shown.append($0.top) }
  let navigator: any Navigator = router.queue

  _ = await navigator.perform(.push(BookPage(title: "emma")))
  _ = await navigator.perform(.back())
  _ = await navigator.perform(.open(link: "books/persuasion?page=30"))
  return shown  // All books; emma, page 1; All books; persuasion, page 30
}
