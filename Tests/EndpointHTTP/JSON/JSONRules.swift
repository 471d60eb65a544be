/// Documents that RFC 8259 accepts or rejects, and about which parsers are known to differ (from the list of the JSON Parsing Test Suite).
enum JSONRules {
    static let accepted: [String] =
        arrays + numbers + objects + strings + ["false", "42", "-0.1", "null", "\"asd\"", "true", "\"\"", "[\"a\"]\n", " [] ", "\" \""]

    private static let arrays = [
        "[[]   ]", "[\"\"]", "[]", "[\"a\"]", "[false]", "[null, 1, \"1\", {}]", "[null]", "[1\n]", " [1]", "[1,null,null,null,2]", "[2] ",
        "[true]",
    ]

    private static let numbers = [
        "[123e65]", "[0e+1]", "[0e1]", "[ 4]", "[-0.\(String(repeating: "0", count: 77))1]", "[20e1]", "[-0]", "[-123]", "[-1]", "[1E22]",
        "[1E-2]", "[1E+2]", "[123e45]", "[123.456e78]", "[1e-2]", "[1e+2]", "[123]", "[123.456789]",
        "[100000000000000000000]", "[-237462374673276894279832749832423479823246327846]",
    ]

    private static let objects = [
        #"{"asd":"sdf", "dfg":"fgh"}"#, #"{"asd":"sdf"}"#, "{}", #"{"":0}"#, #"{"foo\u0000bar": 42}"#,
        #"{ "min": -1.0e+28, "max": 1.0e+28 }"#,
        #"{"x":[{"id": "\#(String(repeating: "x", count: 40))"}], "id": "\#(String(repeating: "x", count: 40))"}"#, #"{"a":[]}"#,
        #"{"title":"\u041f\u043e\u043b\u0442\u043e\u0440\u0430 \u0417\u0435\u043c\u043b\u0435\u043a\u043e\u043f\u0430" }"#,
        "{\n\"a\": \"b\"\n}",
    ]

    private static let strings = [
        #"["\u0060\u012a\u12AB"]"#, #"["\uD801\udc37"]"#, #"["\ud83d\ude39\ud83d\udc8d"]"#, #"["\"\\\/\b\f\n\r\t"]"#, #"["\\u0000"]"#,
        #"["\""]"#, #"["a/*b*/c/*d//e"]"#, #"["\\a"]"#, #"["\\n"]"#, #"["\u0012"]"#, #"["\uFFFF"]"#, #"[ "asd"]"#, #"["\uDBFF\uDFFF"]"#,
        #"["new\u00A0line"]"#, "[\"\u{10FFFF}\"]", "[\"\u{FFFF}\"]", #"["\u0000"]"#, #"["\u002c"]"#, "[\"π\"]", "[\"\u{1BFFF}\"]",
        "[\"asd \"]",
        #"["\uD834\uDd1e"]"#, #"["\u0821"]"#, "[\"\u{2028}\"]", "[\"\u{2029}\"]", #"["\u0061\u30af\u30EA\u30b9"]"#, #"["new\u000Aline"]"#,
        "[\"\u{7F}\"]", #"["\uA66D"]"#, #"["\u005C"]"#, "[\"⍂㈴⍂\"]", #"["\u200B"]"#, #"["\u2064"]"#, #"["\uFDD0"]"#, #"["\uFFFE"]"#,
        #"["\uDBFF\uDFFE"]"#, #"["\uD83F\uDFFE"]"#, #"["\u0022"]"#, "[\"€𝄞\"]", "[\"a\u{7F}a\"]",
    ]

    static let refused: [String] = brokenArrays + brokenNumbers + brokenObjects + brokenStrings + brokenDocuments

    private static let brokenArrays = [
        "[1 true]", "[\"\": 1]", "[\"\"],", "[,1]", "[1,,2]", "[\"x\",,]", "[\"x\"]]", "[\"x\"", "[x", "[3[4]]", "[1:2]", "[,]", "[-]",
        "[   , \"\"]", "[\"a\",\n4\n,1,", "[1,,]", "[\"\u{B}a\"\\f]", "[*]", "[\"\"", "[1,", "[1,\n1\n,1", "[{}", "[fals]", "[nul]",
        "[tru]",
    ]

    private static let brokenNumbers = [
        "123\u{0}", "[++1234]", "[+1]", "[+Inf]", "[-01]", "[-1.0.]", "[-2.]", "[-NaN]", "[.-1]", "[.2e-3]", "[0.1.2]", "[0.3e+]", "[0.3e]",
        "[0.e1]", "[0E+]", "[0E]", "[0e+]", "[0e]", "[1.0e+]", "[1.0e-]", "[1.0e]", "[1 000.0]", "[1eE2]", "[2.e+3]", "[2.e-3]", "[2.e3]",
        "[9.e+]", "[Inf]", "[NaN]", "[１]", "[1+2]", "[0x1]", "[0x42]", "[Infinity]", "[0e+-1]", "[-123.123foo]", "[-Infinity]", "[-foo]",
        "[- 1]", "[-012]", "[-.123]", "[-1x]", "[1ea]", "[1.]", "[.123]", "[1.2a-3]", "[1.8011670033376514H-308]", "[012]", "[1e400]",
        "[-1e400]", "[123123e-10000000]",
    ]

    private static let brokenObjects = [
        "[\"x\", truth]", "{[: \"x\"}\n", "{\"x\", null}", "{\"x\"::\"b\"}", "{🇨🇭}", "{\"a\":\"a\" 123}", "{key: 'value'}", "{\"a\" b}",
        "{:\"b\"}", "{\"a\" \"b\"}", "{\"a\":", "{\"a\"", "{1:1}", "{9999E9999:1}", "{null:null,null:null}", "{\"id\":0,,,,,}", "{'a':0}",
        "{\"a\":\"b\"}/**//", "{\"a\":\"b\"}/", "{\"a\":\"b\",,\"c\":\"d\"}", "{a: \"b\"}", "{\"a\":\"a", "{ \"foo\" : \"bar\", \"a\" }",
        "{\"a\":\"b\"}#",
    ]

    private static let brokenStrings = [
        #"["\uD800\"]"#, #"["\uD800\u"]"#, #"["\uD800\u1"]"#, #"["\uD800\u1x"]"#, "[é]", "[\"\\\u{0}\"]", #"["\x00"]"#, #"["\\\"]"#,
        "[\"\\\t\"]", "[\"\\🌀\"]", #"["\"]"#, #"["\u00A"]"#, #"["\uD834\uDd"]"#, #"["\uD800\uD800\x"]"#, #"["\a"]"#, #"["\uqqqq"]"#,
        #"[\u0020"asd"]"#, #"[\n]"#, "\"", "['single quote']", "abc", #"["\"#, "[\"a\u{0}a\"]", "[\"new\nline\"]", "[\"\t\"]", #""\UA66D""#,
        "\"\"x", #"["\uD800"]"#, #"["\uDC00\uD800"]"#, #"["\uDd1ea"]"#, #"["\ud800abc"]"#,
    ]

    private static let brokenDocuments = [
        " ", "", String(repeating: "[", count: 100_000), "<.>", "[<null>]", "[1]x", "[1]]", "[\"asd]", "aå", "[True]", "1]",
        "{\"x\": true,",
        "[][]", "]", "\u{FEFF}", "[", String(repeating: "[{\"\":", count: 50_000), "{", "{]", "{,", "{[", "{\"a", "{'a'", #"["\{["\{["\{"#,
        "é",
        "*", "{\"a\":\"b\"}#{}", #"[\u000A""]"#, "[1", "[ false, nul", "[ true, fals", "[ false, tru", "{\"asd\":\"asd\"", "å",
        "[\u{2060}]",
        "[\u{C}]",
    ]

    /// Documents that are valid as settings, but not as other JSON.
    static let acceptedInSettings = [
        "[1,]", "[\"\",]", "{\"id\":0,}", "{\"a\":\"b\"}/**/", "{\"a\":\"b\"}//", "// a\n[1, /* b */ 2]\r\n// c", "/***/1", "[1 // ]\n]",
        "[//\r1]", "{ /* \"a\": 1 */ }",
    ]

    /// Documents that are invalid as settings, but valid as other JSON.
    static let refusedInSettings = [#"{"a":"b","a":"c"}"#, #"{"a":"b","a":"b"}"#, #"{"a":1,"\u0061":2}"#]

    static let notUTF8: [[UInt8]] = [
        [0x5B, 0x22, 0xFF, 0x22, 0x5D], [0x5B, 0x22, 0xE0, 0xFF, 0x22, 0x5D], [0x5B, 0x22, 0xC0, 0xAF, 0x22, 0x5D],
        [0x5B, 0x22, 0xED, 0xA0, 0x80, 0x22, 0x5D], [0x5B, 0x22, 0xF4, 0xBF, 0xBF, 0xBF, 0x22, 0x5D], [0x5B, 0xFF, 0x5D], [0xE5],
        [0x7B, 0x22, 0xB9, 0x22, 0x3A, 0x22, 0x30, 0x22, 0x2C, 0x7D], [0xFF, 0xFE, 0x5B, 0x00, 0x5D, 0x00], [0x5B, 0x31, 0xE5, 0x5D],
    ]
}
