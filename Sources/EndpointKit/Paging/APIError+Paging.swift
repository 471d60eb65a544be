extension APIError.Code {
    /// The pages of a list don't lead on: to one that was there before, from an empty one to more, to an address that can't be followed; or
    /// the offset doesn't advance.
    public static let paging = APIError.Code(rawValue: "paging")
}
