import BasicsTesting
import Persistence
import PersistenceTesting
import Testing

@Suite("Store contract")
struct StoreContractTests {
  @Test("fulfills the store contract with a file in memory")
  func fileInMemory() async throws {
    try await StoreContract(
      samples: [1, 2, 3],
      makeStore: { makeStore(InMemoryFileSystem()) },
      reopen: { try makeStore(#require($0 as? JSONFileStore<Int>).fileSystem) },
      corrupt: { store in
        let fileSystem = try #require((store as? JSONFileStore<Int>)?.fileSystem as? InMemoryFileSystem)
        fileSystem.place(Array("{\"schema\": 1".utf8), at: store.path)
      }
    ).run()
  }

  @Test("fulfills the store contract with a file on the machine's disk")
  func fileOnDisk() async throws {
    let folder = try TemporaryFolder()
    let names = Serial()
    try await StoreContract(
      samples: [1, 2, 3],
      makeStore: {
        JSONFileStore(path: folder.path("\(names.next())/count.json"), default: 0, writtenBy: "contract")
      },
      reopen: { JSONFileStore(path: $0.path, default: 0, writtenBy: "contract") },
      corrupt: { try folder.write("half a tex", toPath: $0.path) }
    ).run()
  }

  @Test("fulfills the store contract with an in-memory store")
  func memory() async throws {
    try await StoreContract(
      samples: ["one", "two", "three"],
      makeStore: { InMemoryStore(default: "") },
      corrupt: { store in
        try #require(store as? InMemoryStore<String>).setOutcome(.corrupt(.notJSON("for the test")))
      }
    ).run()
  }
}
