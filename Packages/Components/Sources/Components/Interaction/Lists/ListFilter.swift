/// Which items of a ``ListModel`` are shown: the result of a search that the model's owner does in its own way.
public enum ListFilter<ID: Hashable & Sendable>: Hashable, Sendable {
  /// All of them.
  case all
  /// Those at these indices of ``ListModel/items``, in any order; indices that there are none of are left out.
  case indices([Int])
  /// Those with these ids.
  case ids(Set<ID>)
}
