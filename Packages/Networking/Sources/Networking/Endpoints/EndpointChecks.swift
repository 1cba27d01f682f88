public import NetworkingFoundation

/// Requirements that turn an endpoint member with a wrong type or name into a compile-time error.
///
/// Without these checks, a member that almost matches a requirement with a default implementation, such as `var
/// headers: [String: String]`, would compile and be ignored.
///
/// ``Endpoint`` refines this protocol. The compiler infers each associated type from the member with the same name. If
/// a type differs from the requirement's, only an unavailable check matches, and the compiler shows its message.
/// <doc:DefiningAnAPI> lists the mistakes that aren't detected.
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
  // Names that are often used by mistake:
  var header: _Header { get }
  var queryItems: _QueryItems { get }
  var httpMethod: _HTTPMethod { get }
  var httpBody: _HTTPBody { get }

  static var _acceptedMediaTypes: String? { get }

  static func _check()
}

/// A requirement that turns an endpoint property named `body` into a compile-time error; see ``EndpointChecks``.
public protocol BodyPropertyCheck {
  associatedtype _BodyProperty = NotDeclared

  var body: _BodyProperty { get }

  static func _checkBodyProperty()
}

/// Requirements that turn a service member with a wrong type into a compile-time error; see ``EndpointChecks``.
public protocol ServiceChecks {
  associatedtype _DefaultHeaders = HTTPFields
  associatedtype _Decoder = JSONDecoder

  var defaultHeaders: _DefaultHeaders { get }
  var decoder: _Decoder { get }

  static func _check()
}

/// The inferred type of an undeclared member; see ``EndpointChecks``.
public struct NotDeclared: Sendable {
  fileprivate init() {}
}

extension EndpointChecks {
  /// The media types for a response that isn't streamed: `nil`, which keeps the service's default `Accept`.
  public static var _acceptedMediaTypes: String? { nil }
  /// A placeholder for an undeclared `header`.
  public var header: NotDeclared { NotDeclared() }
  /// A placeholder for undeclared `queryItems`.
  public var queryItems: NotDeclared { NotDeclared() }
  /// A placeholder for an undeclared `httpMethod`.
  public var httpMethod: NotDeclared { NotDeclared() }
  /// A placeholder for an undeclared `httpBody`.
  public var httpBody: NotDeclared { NotDeclared() }

  /// Rejects declarations with a wrong type or name.
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
  /// Accepts correct declarations.
  public static func _check() {}
}

extension BodyPropertyCheck {
  /// A placeholder for an undeclared `body`.
  public var body: NotDeclared { NotDeclared() }

  /// Rejects a property named `body`.
  @available(*, unavailable, message: "this 'body' would be ignored; declare 'func body() throws -> RequestBody?'")
  public static func _checkBodyProperty() {}
}

extension BodyPropertyCheck where _BodyProperty == NotDeclared {
  /// Accepts endpoints without a property named `body`.
  public static func _checkBodyProperty() {}
}

extension ServiceChecks {
  /// Rejects declarations with a wrong type.
  @available(
    *,
    unavailable,
    message: "a member would be ignored; declare 'var defaultHeaders: HTTPFields' and 'var decoder: JSONDecoder'"
  )
  public static func _check() {}
}

extension ServiceChecks where _DefaultHeaders == HTTPFields, _Decoder == JSONDecoder {
  /// Accepts correct declarations.
  public static func _check() {}
}
