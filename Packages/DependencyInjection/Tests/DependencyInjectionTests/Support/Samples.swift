import DependencyInjection

protocol Greeter: Sendable {
  var greeting: String { get }
}

final class Politeness: Greeter {
  let greeting: String

  init(_ greeting: String = "Good day") {
    self.greeting = greeting
  }
}

final class Part: Sendable {
  let others: [Part]

  init(_ others: Part...) {
    self.others = others
  }
}

struct Refusal: Error, Equatable {}

enum Keys {
  static let greeter = DependencyKey<any Greeter>("greeter")
  static let text = DependencyKey<String>("text")
  static let number = DependencyKey<Int>("number")
  static let first = DependencyKey<Part>("first")
  static let second = DependencyKey<Part>("second")
  static let third = DependencyKey<Part>("third")
}

func container(_ register: (inout ContainerBuilder) -> Void) throws(BuildError) -> Container {
  var builder = ContainerBuilder()
  register(&builder)
  return try builder.build()
}

func problems(_ register: (inout ContainerBuilder) -> Void) -> [BuildProblem] {
  do throws(BuildError) {
    _ = try container(register)
    return []
  } catch {
    return error.problems
  }
}

func failure<Value: Sendable>(_ container: Container, _ key: DependencyKey<Value>) -> ResolutionError? {
  do throws(ResolutionError) {
    _ = try container.resolve(key)
    return nil
  } catch {
    return error
  }
}
