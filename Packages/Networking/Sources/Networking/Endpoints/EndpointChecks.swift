public import Foundation

/// Turns a member of an endpoint with a wrong type or name into a compile-time error.
///
/// A member that almost matches a requirement with a default implementation, such as `var headers: [String: String]`, would otherwise compile and
/// be ignored. ``Endpoint`` refines this protocol, and there is nothing to implement: the compiler infers each associated type from the member
/// with that name. If one of them differs from the type of the requirement, the only matching check is unavailable, and its message appears.
///
/// A `body()` that is `async` isn't detected.
public protocol EndpointChecks {
  associatedtype _Method = HTTPMethod
  associatedtype _Query = [URLQueryItem]
  associatedtype _Headers = HTTPFields
  associatedtype _Body = RequestBody?
  associatedtype _AcceptedStatuses = Set<HTTPStatus>
  associatedtype _Timeouts = Timeouts?
  associatedtype _Header = NotDeclared
  associatedtype _QueryItems = NotDeclared
  associatedtype _HTTPMethod = NotDeclared
  associatedtype _HTTPBody = NotDeclared

  var method: _Method { get }
  var query: _Query { get }
  var headers: _Headers { get }
  func body() throws -> _Body
  var acceptedStatuses: _AcceptedStatuses { get }
  var timeouts: _Timeouts { get }
  // Names that no requirement has:
  var header: _Header { get }
  var queryItems: _QueryItems { get }
  var httpMethod: _HTTPMethod { get }
  var httpBody: _HTTPBody { get }

  static func _check()
}

/// Turns a property `body` of an endpoint into a compile-time error; see ``EndpointChecks``.
public protocol BodyPropertyCheck {
  associatedtype _BodyProperty = NotDeclared

  var body: _BodyProperty { get }

  static func _checkBodyProperty()
}

/// Turns a member of a service with a wrong type into a compile-time error; see ``EndpointChecks``.
public protocol ServiceChecks {
  associatedtype _DefaultHeaders = HTTPFields
  associatedtype _Decoder = JSONDecoder

  var defaultHeaders: _DefaultHeaders { get }
  var decoder: _Decoder { get }

  static func _check()
}

/// The type of a member that isn't declared; see ``EndpointChecks``.
public struct NotDeclared: Sendable {
  fileprivate init() {}
}

extension EndpointChecks {
  /// Not declared.
  public var header: NotDeclared { NotDeclared() }
  /// Not declared.
  public var queryItems: NotDeclared { NotDeclared() }
  /// Not declared.
  public var httpMethod: NotDeclared { NotDeclared() }
  /// Not declared.
  public var httpBody: NotDeclared { NotDeclared() }

  /// Rejects any other declaration.
  @available(
    *,
    unavailable,
    message: """
      a member would be ignored; declare 'var method: HTTPMethod', 'var query: [URLQueryItem]', 'var headers: HTTPFields', \
      'func body() throws -> RequestBody?', 'var acceptedStatuses: Set<HTTPStatus>' and 'var timeouts: Timeouts?', and no 'httpMethod', \
      'queryItems', 'header' or 'httpBody'
      """
  )
  public static func _check() {}
}

extension EndpointChecks
where
  _Method == HTTPMethod, _Query == [URLQueryItem], _Headers == HTTPFields, _Body == RequestBody?,
  _AcceptedStatuses == Set<HTTPStatus>, _Timeouts == Timeouts?, _Header == NotDeclared, _QueryItems == NotDeclared,
  _HTTPMethod == NotDeclared, _HTTPBody == NotDeclared
{
  /// Accepts the declarations.
  public static func _check() {}
}

extension BodyPropertyCheck {
  /// Not declared.
  public var body: NotDeclared { NotDeclared() }

  /// Rejects any other declaration.
  @available(*, unavailable, message: "this 'body' would be ignored; declare 'func body() throws -> RequestBody?'")
  public static func _checkBodyProperty() {}
}

extension BodyPropertyCheck where _BodyProperty == NotDeclared {
  /// Accepts the declarations.
  public static func _checkBodyProperty() {}
}

extension ServiceChecks {
  /// Rejects any other declaration.
  @available(
    *,
    unavailable,
    message: "a member would be ignored; declare 'var defaultHeaders: HTTPFields' and 'var decoder: JSONDecoder'"
  )
  public static func _check() {}
}

extension ServiceChecks where _DefaultHeaders == HTTPFields, _Decoder == JSONDecoder {
  /// Accepts the declarations.
  public static func _check() {}
}
