extension APIError: Equatable {
    /// Errors of one code are equal, whatever call they are about.
    public static func == (a: APIError, b: APIError) -> Bool { a.code == b.code }
}

extension APIError.Code {
    /// Lets a `catch` or a `case` name the code:
    ///
    ///     do { … } catch APIError.Code.timeout { … }
    public static func ~= (code: APIError.Code, error: any Error) -> Bool { (error as? APIError)?.code == code }
}
