/// Collects widgets that are written one below the other.
@resultBuilder
public enum WidgetBuilder {
  /// A widget.
  public static func buildExpression(_ widget: some Widget) -> [any Widget] { [widget] }
  /// A widget of any type.
  public static func buildExpression(_ widget: any Widget) -> [any Widget] { [widget] }
  /// Widgets made elsewhere.
  public static func buildExpression(_ widgets: [any Widget]) -> [any Widget] { widgets }
  /// All of them.
  public static func buildBlock(_ parts: [any Widget]...) -> [any Widget] { parts.flatMap { $0 } }
  /// Those of an `if` without `else`.
  public static func buildOptional(_ part: [any Widget]?) -> [any Widget] { part ?? [] }
  /// Those of an `if`.
  public static func buildEither(first: [any Widget]) -> [any Widget] { first }
  /// Those of an `else`.
  public static func buildEither(second: [any Widget]) -> [any Widget] { second }
  /// Those of a loop.
  public static func buildArray(_ parts: [[any Widget]]) -> [any Widget] { parts.flatMap { $0 } }
}
