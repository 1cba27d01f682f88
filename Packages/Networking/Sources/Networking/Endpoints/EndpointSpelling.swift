public import Foundation

/// Turns a member of an endpoint that has the wrong type or name into a compile-time error.
///
/// Every requirement of ``Endpoint`` that has a default implementation would otherwise ignore a member that almost matches it: an endpoint with
/// `var headers: [String: String]` would compile, and send no header fields. ``Endpoint`` refines this protocol and ``BodySpelling``, so there is
/// nothing to implement. The compiler infers each associated type from the member with that name, whatever its type is. A check without an available
/// implementation for that type then fails the conformance with a message.
///
/// A `body()` that is `async` isn't detected.
public protocol EndpointSpelling {
  /// The type of ``method``.
  associatedtype _Method = HTTPMethod
  /// The type of ``query``.
  associatedtype _Query = [URLQueryItem]
  /// The type of ``headers``.
  associatedtype _Headers = HTTPFields
  /// The result of ``body()``.
  associatedtype _Body = RequestBody?
  /// The type of a member `header`.
  associatedtype _Header = NotDeclared
  /// The type of a member `queryItems`.
  associatedtype _QueryItems = NotDeclared
  /// The type of a member `httpMethod`.
  associatedtype _HTTPMethod = NotDeclared
  /// The type of a member `httpBody`.
  associatedtype _HTTPBody = NotDeclared

  /// The method.
  var method: _Method { get }
  /// The query.
  var query: _Query { get }
  /// The header fields.
  var headers: _Headers { get }
  /// The content.
  func body() throws -> _Body
  /// A name that no requirement has.
  var header: _Header { get }
  /// A name that no requirement has.
  var queryItems: _QueryItems { get }
  /// A name that no requirement has.
  var httpMethod: _HTTPMethod { get }
  /// A name that no requirement has.
  var httpBody: _HTTPBody { get }

  /// Checks ``method``.
  static func _checkMethod()
  /// Checks ``query``.
  static func _checkQuery()
  /// Checks ``headers``.
  static func _checkHeaders()
  /// Checks ``body()``.
  static func _checkBody()
  /// Checks ``header``.
  static func _checkHeader()
  /// Checks ``queryItems``.
  static func _checkQueryItems()
  /// Checks ``httpMethod``.
  static func _checkHTTPMethod()
  /// Checks ``httpBody``.
  static func _checkHTTPBody()
}

/// Turns a property `body` of an endpoint into a compile-time error; see ``EndpointSpelling``.
public protocol BodySpelling {
  /// The type of a property `body`.
  associatedtype _BodyProperty = NotDeclared

  /// A property that no requirement has.
  var body: _BodyProperty { get }

  /// Checks ``body``.
  static func _checkBodyProperty()
}

/// The type of a member that an endpoint doesn't declare; see ``EndpointSpelling``.
public struct NotDeclared: Sendable {
  fileprivate init() {}
}

extension EndpointSpelling {
  /// Not declared.
  public var header: NotDeclared { NotDeclared() }
  /// Not declared.
  public var queryItems: NotDeclared { NotDeclared() }
  /// Not declared.
  public var httpMethod: NotDeclared { NotDeclared() }
  /// Not declared.
  public var httpBody: NotDeclared { NotDeclared() }

  /// Fails for any other type.
  @available(*, unavailable, message: "this 'method' would be ignored; declare 'var method: HTTPMethod'")
  public static func _checkMethod() {}
  /// Fails for any other type.
  @available(*, unavailable, message: "this 'query' would be ignored; declare 'var query: [URLQueryItem]'")
  public static func _checkQuery() {}
  /// Fails for any other type.
  @available(*, unavailable, message: "these 'headers' would be ignored; declare 'var headers: HTTPFields'")
  public static func _checkHeaders() {}
  /// Fails for any other type.
  @available(*, unavailable, message: "this 'body()' would be ignored; declare 'func body() throws -> RequestBody?'")
  public static func _checkBody() {}
  /// Fails for any declaration.
  @available(*, unavailable, message: "'header' would be ignored; declare 'var headers: HTTPFields'")
  public static func _checkHeader() {}
  /// Fails for any declaration.
  @available(*, unavailable, message: "'queryItems' would be ignored; declare 'var query: [URLQueryItem]'")
  public static func _checkQueryItems() {}
  /// Fails for any declaration.
  @available(*, unavailable, message: "'httpMethod' would be ignored; declare 'var method: HTTPMethod'")
  public static func _checkHTTPMethod() {}
  /// Fails for any declaration.
  @available(*, unavailable, message: "'httpBody' would be ignored; declare 'func body() throws -> RequestBody?'")
  public static func _checkHTTPBody() {}
}

extension EndpointSpelling where _Method == HTTPMethod {
  /// Accepts the right type.
  public static func _checkMethod() {}
}

extension EndpointSpelling where _Query == [URLQueryItem] {
  /// Accepts the right type.
  public static func _checkQuery() {}
}

extension EndpointSpelling where _Headers == HTTPFields {
  /// Accepts the right type.
  public static func _checkHeaders() {}
}

extension EndpointSpelling where _Body == RequestBody? {
  /// Accepts the right type.
  public static func _checkBody() {}
}

extension EndpointSpelling where _Header == NotDeclared {
  /// Accepts an endpoint without the member.
  public static func _checkHeader() {}
}

extension EndpointSpelling where _QueryItems == NotDeclared {
  /// Accepts an endpoint without the member.
  public static func _checkQueryItems() {}
}

extension EndpointSpelling where _HTTPMethod == NotDeclared {
  /// Accepts an endpoint without the member.
  public static func _checkHTTPMethod() {}
}

extension EndpointSpelling where _HTTPBody == NotDeclared {
  /// Accepts an endpoint without the member.
  public static func _checkHTTPBody() {}
}

extension BodySpelling {
  /// Not declared.
  public var body: NotDeclared { NotDeclared() }

  /// Fails for any declaration.
  @available(*, unavailable, message: "this 'body' would be ignored; declare 'func body() throws -> RequestBody?'")
  public static func _checkBodyProperty() {}
}

extension BodySpelling where _BodyProperty == NotDeclared {
  /// Accepts an endpoint without the property.
  public static func _checkBodyProperty() {}
}

/// Turns a member of a service that has the wrong type into a compile-time error; see ``EndpointSpelling``.
public protocol ServiceSpelling {
  /// The type of ``defaultHeaders``.
  associatedtype _DefaultHeaders = HTTPFields
  /// The type of ``decoder``.
  associatedtype _Decoder = JSONDecoder

  /// The header fields of every request.
  var defaultHeaders: _DefaultHeaders { get }
  /// The decoder of JSON responses.
  var decoder: _Decoder { get }

  /// Checks ``defaultHeaders``.
  static func _checkDefaultHeaders()
  /// Checks ``decoder``.
  static func _checkDecoder()
}

extension ServiceSpelling {
  /// Fails for any other type.
  @available(*, unavailable, message: "these fields would be ignored; declare 'var defaultHeaders: HTTPFields'")
  public static func _checkDefaultHeaders() {}
  /// Fails for any other type.
  @available(*, unavailable, message: "this 'decoder' would be ignored; declare 'var decoder: JSONDecoder'")
  public static func _checkDecoder() {}
}

extension ServiceSpelling where _DefaultHeaders == HTTPFields {
  /// Accepts the right type.
  public static func _checkDefaultHeaders() {}
}

extension ServiceSpelling where _Decoder == JSONDecoder {
  /// Accepts the right type.
  public static func _checkDecoder() {}
}
