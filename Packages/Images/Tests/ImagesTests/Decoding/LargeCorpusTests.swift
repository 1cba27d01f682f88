import Foundation
import Images
import Testing

@Suite("Decoding of random files")
struct LargeCorpusTests {
  @Test(
    "returns exactly the pixels of Pillow, or the samples in the file",
    .enabled(if: Pillow.count != nil, "Set IMAGES_CORPUS to the number of files, for instance 500."),
    .enabled(
      if: Pillow.count == nil || Pillow.python != nil,
      "There is no python3 with Pillow and NumPy (or set PYTHON)."
    )
  )
  func comparison() throws {
    // Given: files of all kinds with their pixels, made by the same script as the committed corpus
    let count = try #require(Pillow.count)
    let python = try #require(Pillow.python)
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("corpus-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    var package = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { package.deleteLastPathComponent() }
    let script = package.appendingPathComponent("Scripts/make-corpus")
    #expect(try Pillow.run([python, script.path, "large", folder.path, String(count)]) == 0)

    // When
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { !$0.hasSuffix(".rgba") }
    #expect(names.count == count)
    for name in names {
      let file = folder.appendingPathComponent(name)
      let expected = [UInt8](try Data(contentsOf: file.appendingPathExtension("rgba")))
      let image = try ImageDecoder.decode(Data(contentsOf: file))

      // Then
      let sides = [image.width, image.height].flatMap { side in [0, 8, 16, 24].map { UInt8(side >> $0 & 255) } }
      #expect(sides + image.pixels == expected, "\(name)")
    }
  }
}
