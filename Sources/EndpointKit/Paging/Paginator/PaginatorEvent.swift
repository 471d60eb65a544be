/// What happens to a ``Paginator``, in the order in which it does: when a page comes, first its elements, then the end of the loading.
public enum PaginatorEvent<Element: Sendable>: Sendable {
    case loading(Bool)
    /// All elements there are now.
    case elements([Element])
    /// Followed by the end of the loading. No stream ends with it.
    case failed(any Error)
}
