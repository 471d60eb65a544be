#ifndef JSON_SCANNER_H
#define JSON_SCANNER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// Scans a JSON text (RFC 8259) in one pass into a flat list of its values, in their order. It is C so that it is fast in a debug build too.

enum json_kind {
    JSON_NULL,
    JSON_FALSE,
    JSON_TRUE,
    // A number without a fraction or an exponent that fits, with its value.
    JSON_INTEGER,
    JSON_UNSIGNED,
    // A number whose nearest double is known, with its value.
    JSON_DOUBLE,
    // Any other number: its text has to be parsed.
    JSON_NUMBER,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT,
    // A word that isn't a value, in a lenient text.
    JSON_WORD,
};

enum {
    // A string has escapes.
    JSON_ESCAPED = 1,
    // A string has bytes above 0x7F, which may not be UTF-8.
    JSON_NOT_ASCII = 2,
    // The keys of an object can't be compared byte by byte: a key has escapes, isn't ASCII or occurs twice, or there are too many.
    JSON_NEEDS_INDEX = 1,
};

struct json_entry {
    uint8_t kind;
    uint8_t flags;
    // For the reader, in a member's name: the number of the key type that last looked the member up.
    uint16_t key_type;
    // The value's first byte; in a string, the first byte after its quote.
    uint32_t offset;
    union {
        int64_t integer;
        uint64_t magnitude;
        double real;
        struct {
            // The number of bytes in a string, number or word, or of elements in an array. In an object, the entry at which the next key is
            // expected.
            uint32_t count;
            // The entry after the last one of an array or object.
            uint32_t end;
        };
    };
};

enum json_problem {
    JSON_FINE,
    JSON_WANTS_VALUE,
    JSON_WANTS_KEY,
    JSON_WANTS_COLON,
    JSON_WANTS_COMMA_OR_BRACKET,
    JSON_WANTS_COMMA_OR_BRACE,
    JSON_WANTS_DIGIT,
    JSON_WANTS_END,
    JSON_TOO_DEEP,
    JSON_TOO_LONG,
    JSON_TOO_MANY_PROBLEMS,
    JSON_OPEN_STRING,
    JSON_LINE_BREAK,
    JSON_CONTROL_CHARACTER,
    JSON_BAD_ESCAPE,
    JSON_BAD_UNICODE_ESCAPE,
    JSON_NO_MEMORY,
    // In a lenient text only.
    JSON_FOUND_WORD,
    JSON_FOUND_KEY_WITHOUT_QUOTES,
};

enum { JSON_DEPTH_LIMIT = 512, JSON_PROBLEM_LIMIT = 100 };

struct json_place {
    enum json_problem problem;
    uint32_t offset;
};

// The array or object that contains a value, and the value's position in it.
struct json_parent {
    uint32_t container, position;
};

struct json_tape {
    // An object's value follows its key. The last entry is followed by an entry for null.
    struct json_entry *entries;
    uint32_t count;
    uint32_t capacity;
    // Why the rest of the text wasn't read. The entries before it exist, including the end of each array and object.
    struct json_place failure;
    // The problems in a lenient text after which reading continued; NULL if there were none.
    struct json_place *problems;
    uint32_t problem_count;
    // NULL until json_parents creates them.
    struct json_parent *parents;
};

// Reads the text. A lenient text may have comments, and commas before an end. json_free releases the tape's content.
void json_scan(const uint8_t *bytes, size_t count, bool is_lenient, struct json_tape *tape);
void json_free(struct json_tape *tape);

// The parent of each entry that is a value; NULL if memory runs out.
const struct json_parent *json_parents(struct json_tape *tape);

// The entry of a key's value in an object that needs no index; 0 if there is none.
uint32_t json_find(struct json_entry *entries, const uint8_t *bytes, uint32_t object, const uint8_t *key, size_t length);

uint32_t json_member_count(const struct json_entry *entries, uint32_t object);

// Writes the text of a string without its escapes, which needs at most as many bytes. Returns how many; -1 - n if there is a lone surrogate
// at byte n.
ptrdiff_t json_unescape(const uint8_t *text, size_t count, uint8_t *output);

// How many bytes precede the first byte that needs an escape in a string.
size_t json_plain_count(const uint8_t *text, size_t count);

#endif
