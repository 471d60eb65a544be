/// The decoding error of a variant's value. It is the underlying error of the error that names the variant.
struct VariantFailure: Error {
    let error: DecodingError
    /// `in the variant "image" of Block`.
    let place: String
}

extension DecodingError {
    /// The same error, which also names the variant of the union in which it occurred.
    func of(variant tag: JSON, union: String) -> DecodingError {
        let place = "in the variant \(tag) of \(union)"
        func named(_ context: Context) -> Context {
            let reason = [context.debugDescription, "This is \(place)."].filter { !$0.isEmpty }.joined(separator: " ")
            return Context(
                codingPath: context.codingPath, debugDescription: reason, underlyingError: VariantFailure(error: self, place: place))
        }
        switch self {
        case .typeMismatch(let type, let context): return .typeMismatch(type, named(context))
        case .valueNotFound(let type, let context): return .valueNotFound(type, named(context))
        case .keyNotFound(let key, let context): return .keyNotFound(key, named(context))
        case .dataCorrupted(let context): return .dataCorrupted(named(context))
        @unknown default: return self
        }
    }

    /// nil for an error that didn't occur in a variant.
    var variantFailure: VariantFailure? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context), .dataCorrupted(let context):
            context.underlyingError as? VariantFailure
        @unknown default: nil
        }
    }
}
