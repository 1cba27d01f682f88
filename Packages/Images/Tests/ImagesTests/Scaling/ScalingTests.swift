import Images
import Testing

@Suite("Image scaling")
struct ScalingTests {
  private func gray(_ rows: [[UInt8]]) throws -> RGBAImage {
    let pixels = rows.flatMap { row in row.flatMap { [$0, $0, $0, 255] as [UInt8] } }
    return try #require(RGBAImage(width: rows[0].count, height: rows.count, pixels: pixels))
  }

  @Test("averages black and white to half the light, which is stored as 188")
  func light() throws {
    let image = try gray([[0, 255], [255, 0]])
    #expect(image.scaled(toWidth: 1, height: 1)[0, 0] == RGBAColor(red: 188, green: 188, blue: 188))
  }

  @Test("ignores the color of an invisible pixel when scaling")
  func opacity() throws {
    // Given: a red pixel next to an invisible green pixel
    let image = try #require(RGBAImage(width: 2, height: 1, pixels: [255, 0, 0, 255, 0, 255, 0, 0]))

    // Then
    #expect(image.scaled(toWidth: 1, height: 1)[0, 0] == RGBAColor(red: 255, green: 0, blue: 0, alpha: 128))
    let invisible = try #require(RGBAImage(width: 2, height: 1, pixels: [9, 9, 9, 0, 7, 7, 7, 0]))
    #expect(invisible.scaled(toWidth: 1, height: 1)[0, 0] == RGBAColor(red: 0, green: 0, blue: 0, alpha: 0))
  }

  @Test("keeps every color value when an image's size is unchanged")
  func identity() throws {
    let rows = (0..<16).map { row in (0..<16).map { UInt8(row * 16 + $0) } }
    let image = try gray(rows)
    #expect(image.scaled(toWidth: 16, height: 16) == image)
    #expect(image.scaled(toFillWidth: 16, height: 16) == image)
  }

  @Test("keeps solid-color areas unchanged", arguments: [(1, 1), (3, 7), (7, 3), (5, 5), (64, 33), (6, 1), (1, 40)])
  func plain(_ width: Int, _ height: Int) throws {
    let image = try gray([[UInt8]](repeating: [UInt8](repeating: 77, count: 5), count: 5))
    let scaled = image.scaled(toWidth: width, height: height)
    #expect((scaled.width, scaled.height) == (width, height))
    #expect(Set(scaled.pixels) == [77, 255])
  }

  @Test("distributes the middle of three pixels equally when scaling to two pixels")
  func fractions() throws {
    // Given: an image with light only in its middle pixel
    let image = try gray([[0, 255, 0]])

    // When
    let scaled = image.scaled(toWidth: 2, height: 1)

    // Then: each new pixel covers one and a half old pixels, a third of which is light. A third of the light is
    // stored as 156.
    #expect(scaled[0, 0].red == 156)
    #expect(scaled[1, 0].red == 156)
  }

  @Test("keeps the original colors when enlarging an image, and stays symmetric and monotonic")
  func enlarging() throws {
    let image = try gray([[0, 0, 128, 255, 255]])
    let scaled = image.scaled(toWidth: 25, height: 1)
    let numbers = (0..<25).map { Int(scaled[$0, 0].red) }
    for index in 0..<5 { #expect(numbers[index * 5 + 2] == Int(image[index, 0].red)) }
    #expect(zip(numbers[4...20], numbers[5...21]).allSatisfy { $0 <= $1 })
    let mirrored = image.oriented(.upMirrored).scaled(toWidth: 25, height: 1)
    #expect(mirrored.oriented(.upMirrored) == scaled)
  }

  @Test(
    "keeps the aspect ratio when fitting an image into a box",
    arguments: [
      (100, 50, 10, 10, 10, 5), (50, 100, 10, 10, 5, 10), (3, 2, 30, 30, 30, 20), (1000, 1, 10, 10, 10, 1),
      (7, 7, 7, 9, 7, 7),
    ]
  )
  func fit(_ width: Int, _ height: Int, _ boxWidth: Int, _ boxHeight: Int, _ newWidth: Int, _ newHeight: Int) throws {
    let image = try #require(
      RGBAImage(width: width, height: height, pixels: [UInt8](repeating: 255, count: width * height * 4))
    )
    let scaled = image.scaled(toFitWidth: boxWidth, height: boxHeight)
    #expect((scaled.width, scaled.height) == (newWidth, newHeight))
    let small = image.scaled(toFitWidth: boxWidth, height: boxHeight, enlarging: false)
    #expect(small.width == min(width, newWidth))
  }

  @Test("crops both ends of the longer dimension when filling a box")
  func fill() throws {
    let image = try gray([[10, 200, 200, 10], [10, 200, 200, 10]])
    let scaled = image.scaled(toFillWidth: 2, height: 2)
    #expect(scaled == (try gray([[200, 200], [200, 200]])))
    #expect(image.scaled(toFillWidth: 1, height: 1) == (try gray([[200]])))
    #expect(image.oriented(.right).scaled(toFillWidth: 2, height: 2) == (try gray([[200, 200], [200, 200]])))
  }

  @Test("crops only parts that are within the image")
  func crop() throws {
    let image = try gray([[1, 2, 3], [4, 5, 6], [7, 8, 9]])
    #expect(image.cropped(x: 1, y: 1, width: 2, height: 2) == (try gray([[5, 6], [8, 9]])))
    #expect(image.cropped(x: 2, y: 0, width: 2, height: 1) == nil)
    #expect(image.cropped(x: -1, y: 0, width: 2, height: 1) == nil)
    #expect(image.cropped(x: 0, y: 0, width: 0, height: 1) == nil)
    #expect(image.cropped(x: 0, y: 1, width: .max, height: .max) == nil)
  }

  @Test("moves each numbered corner to the right place for every orientation", arguments: ImageOrientation.allCases)
  func orientation(_ orientation: ImageOrientation) throws {
    let image = try gray([[1, 2, 3], [4, 5, 6]])
    let expected: [[UInt8]] =
      switch orientation {
      case .up: [[1, 2, 3], [4, 5, 6]]
      case .upMirrored: [[3, 2, 1], [6, 5, 4]]
      case .down: [[6, 5, 4], [3, 2, 1]]
      case .downMirrored: [[4, 5, 6], [1, 2, 3]]
      case .leftMirrored: [[1, 4], [2, 5], [3, 6]]
      case .right: [[4, 1], [5, 2], [6, 3]]
      case .rightMirrored: [[6, 3], [5, 2], [4, 1]]
      case .left: [[3, 6], [2, 5], [1, 4]]
      }
    #expect(image.oriented(orientation) == (try gray(expected)))
  }
}
