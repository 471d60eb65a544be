/// An event of a ``Paginator``. When a page arrives, its elements come first, and then the end of the loading.
public enum PaginatorEvent<Element: Sendable>: Sendable {
    /// Whether a page is loading has changed.
    case loading(Bool)
    /// The elements have changed; these are all of them.
    case elements([Element])
    /// A page has failed. The end of the loading follows, and streams continue.
    case failed(any Error)
}
