public import EndpointKit

/// The same text in every coding, generated in advance by the codings' own tools.
public enum CodedBodies {
    public static let text = String(repeating: "All work and no play makes a dull protocol. ", count: 40)

    public static let all: [(coding: String, bytes: Data)] = [
        (
            "gzip",
            Data(
                base64Encoded: """
                    H4sIAAAAAAACA3PMyVEozy/KVkjMS1HIy1coyEmsVMhNzE4tVkhUSCkFyhYU5ZfkJ+fn6Ck4jqodVTuqdlTtqNpRtUNELQAt/Sqx4AYAAA==
                    """) ?? Data()
        ),
        (
            "x-gzip",
            Data(
                base64Encoded: """
                    H4sIAAAAAAACA3PMyVEozy/KVkjMS1HIy1coyEmsVMhNzE4tVkhUSCkFyhYU5ZfkJ+fn6Ck4jqodVTuqdlTtqNpRtUNELQAt/Sqx4AYAAA==
                    """) ?? Data()
        ),
        (
            "deflate",
            Data(
                base64Encoded: """
                    eJxzzMlRKM8vylZIzEtRyMtXKMhJrFTITcxOLVZIVEgpBcoWFOWX5Cfn5+gpOI6qHVU7qnZU7ajaUbVDRC0AmvFs5w==
                    """) ?? Data()
        ),
        ("br", Data(base64Encoded: "G98GsBwJNi5yu0ZyJ0q2IJAic6u3OtiAE4DAwmAivF/e9gI1OaAFVBsnR9DdJA==") ?? Data()),
        ("zstd", Data(base64Encoded: "KLUv/WDgBa0BAMQCQWxsIHdvcmsgYW5kIG5vIHBsYXkgbWFrZXMgYSBkdWxsIHByb3RvY29sLiABAIz1/aoM") ?? Data()),
    ]

    /// "deflate" without the zlib frame that it should have, as many servers send it.
    public static let rawDeflate =
        Data(base64Encoded: "c8zJUSjPL8pWSMxLUcjLVyjISaxUyE3MTi1WSFRIKQXKFhTll+Qn5+foKTiOqh1VO6p2VO2o2lG1Q0QtAA==") ?? Data()

    /// The coding of the text, and a body with that `Content-Encoding`.
    public static func bytes(_ coding: String) -> Data { all.first { $0.coding == coding }?.bytes ?? Data() }

    /// 200 MB of zeros in about 200 KB of gzip: two hundred members of a megabyte each.
    public static let bomb: Data = {
        let megabyte =
            Data(
                base64Encoded: """
                    H4sIAAAAAAACA+3BMQEAAADCoPVPbQhfoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\
                    AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAPgMc6jinAAAQAA==
                    """) ?? Data()
        return Data((0..<200).flatMap { _ in megabyte })
    }()
}
