#include "JSONScanner.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

// An object with more keys gets an index, because comparing every pair would take too long.
enum { MOST_KEYS_WITHOUT_INDEX = 64 };

struct open_container {
    uint32_t entry;
    uint32_t count;
    // The bits that its keys hash to. A key whose bit is already set may be a duplicate.
    uint64_t keys[4];
};

struct scan {
    const uint8_t *bytes, *at, *end;
    struct json_tape *tape;
    bool is_lenient;
};

static bool fails(struct scan *scan, enum json_problem problem, const uint8_t *at) {
    scan->tape->failure = (struct json_place){problem, (uint32_t)(at - scan->bytes)};
    return false;
}

// Records a problem in a lenient text; false if there are too many.
static bool goes_on(struct scan *scan, enum json_problem problem, const uint8_t *at) {
    struct json_tape *tape = scan->tape;
    if (tape->problems == NULL) tape->problems = malloc(JSON_PROBLEM_LIMIT * sizeof *tape->problems);
    if (tape->problems == NULL) return fails(scan, JSON_NO_MEMORY, at);
    if (tape->problem_count == JSON_PROBLEM_LIMIT) return fails(scan, JSON_TOO_MANY_PROBLEMS, at);
    tape->problems[tape->problem_count++] = (struct json_place){problem, (uint32_t)(at - scan->bytes)};
    return true;
}

// The next entry; NULL if memory runs out. Keeps room for an entry after the last one.
static struct json_entry *append(struct scan *scan, uint8_t kind, const uint8_t *at) {
    struct json_tape *tape = scan->tape;
    if (tape->count + 2 > tape->capacity) {
        if (tape->capacity > UINT32_MAX / 2) return fails(scan, JSON_TOO_LONG, at), NULL;
        uint32_t capacity = tape->capacity * 2;
        struct json_entry *entries = realloc(tape->entries, capacity * sizeof *entries);
        if (entries == NULL) return fails(scan, JSON_NO_MEMORY, at), NULL;
        tape->entries = entries;
        tape->capacity = capacity;
    }
    struct json_entry *entry = &tape->entries[tape->count++];
    entry->kind = kind;
    entry->flags = 0;
    entry->key_type = 0;
    entry->offset = (uint32_t)(at - scan->bytes);
    entry->magnitude = 0;
    return entry;
}

static bool is_letter(uint8_t byte) { return (uint8_t)((byte | 0x20) - 'a') < 26 || byte == '_' || byte == '$' || byte >= 0x80; }
static bool is_digit(uint8_t byte) { return (uint8_t)(byte - '0') < 10; }
static bool is_in_word(uint8_t byte) { return is_letter(byte) || is_digit(byte) || byte == '+' || byte == '-' || byte == '.'; }

// Returns false if no comment begins here, or if it has no end.
static bool skips_comment(struct scan *scan) {
    const uint8_t *at = scan->at + 1, *end = scan->end;
    if (at == end) return false;
    if (*at == '/') {
        while (at < end && *at != '\n' && *at != '\r') at++;
        scan->at = at;
        return true;
    }
    if (*at != '*') return false;
    for (at++; at + 1 < end; at++) {
        if (at[0] == '*' && at[1] == '/') {
            scan->at = at + 2;
            return true;
        }
    }
    return false;
}

// The next byte that isn't white space; -1 at the end.
static int next(struct scan *scan) {
    const uint8_t *at = scan->at, *end = scan->end;
    for (;;) {
        if (at == end) break;
        uint8_t byte = *at;
        if (byte == ' ' || byte == '\n' || byte == '\r' || byte == '\t') {
            at++;
        } else if (byte == '/' && scan->is_lenient) {
            scan->at = at;
            if (!skips_comment(scan)) return byte;
            at = scan->at;
        } else {
            scan->at = at;
            return byte;
        }
    }
    scan->at = at;
    return -1;
}

// The first byte is in the lowest bits.
static uint64_t eight_bytes(const uint8_t *at) {
    uint64_t word;
    memcpy(&word, at, 8);
#if __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
    word = __builtin_bswap64(word);
#endif
    return word;
}

#define EACH(byte) (0x0101010101010101u * (uint64_t)(byte))

// Not 0 if one of eight bytes ends a run of plain characters: a quote, a backslash or a control character. The lowest bit belongs to the
// first byte.
static uint64_t special_bytes(uint64_t word) {
    uint64_t quote = word ^ EACH('"'), backslash = word ^ EACH('\\');
    return ((word - EACH(0x20)) | (quote - EACH(1)) | (backslash - EACH(1))) & ~word & EACH(0x80);
}

size_t json_plain_count(const uint8_t *text, size_t count) {
    const uint8_t *at = text, *end = text + count;
    for (; end - at >= 8; at += 8) {
        uint64_t special = special_bytes(eight_bytes(at));
        if (special) return (size_t)(at - text) + (size_t)__builtin_ctzll(special) / 8;
    }
    while (at < end && *at >= 0x20 && *at != '"' && *at != '\\') at++;
    return (size_t)(at - text);
}

static bool is_hexadecimal(uint8_t byte) { return is_digit(byte) || (uint8_t)((byte | 0x20) - 'a') < 6; }

// Reads a string whose quote is the next byte.
static struct json_entry *string(struct scan *scan) {
    const uint8_t *start = scan->at + 1, *at = start, *end = scan->end;
    uint64_t seen = 0;
    uint8_t flags = 0;
    for (;;) {
        uint64_t special = 0;
        while (end - at >= 8) {
            uint64_t word = eight_bytes(at);
            special = special_bytes(word);
            if (special) {
                int plain = __builtin_ctzll(special) / 8;
                seen |= word & ((UINT64_C(1) << plain * 8) - 1);
                at += plain;
                break;
            }
            seen |= word;
            at += 8;
        }
        if (!special) {
            while (at < end && *at >= 0x20 && *at != '"' && *at != '\\') seen |= *at++;
        }
        if (at == end) return fails(scan, JSON_OPEN_STRING, start - 1), NULL;
        if (*at == '"') break;
        if (*at == '\n' || *at == '\r') return fails(scan, JSON_LINE_BREAK, at), NULL;
        if (*at < 0x20) return fails(scan, JSON_CONTROL_CHARACTER, at), NULL;
        flags = JSON_ESCAPED;
        if (++at == end) return fails(scan, JSON_OPEN_STRING, start - 1), NULL;
        switch (*at) {
        case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't': break;
        case 'u':
            for (int digit = 1; digit <= 4; digit++) {
                if (at + digit >= end || !is_hexadecimal(at[digit])) return fails(scan, JSON_BAD_UNICODE_ESCAPE, at), NULL;
            }
            at += 4;
            break;
        default: return fails(scan, JSON_BAD_ESCAPE, at), NULL;
        }
        at++;
    }
    struct json_entry *entry = append(scan, JSON_STRING, start);
    if (entry == NULL) return NULL;
    if (seen & EACH(0x80)) flags |= JSON_NOT_ASCII;
    entry->flags = flags;
    entry->count = (uint32_t)(at - start);
    entry->end = 0;
    scan->at = at + 1;
    return entry;
}

enum { MOST_TENS = 27 };

// Powers of five that fit in 64 bits.
static const uint64_t powers_of_five[MOST_TENS + 1] = {
    1, 5, 25, 125, 625, 3125, 15625, 78125, 390625, 1953125, 9765625, 48828125, 244140625, 1220703125, 6103515625, 30517578125,
    152587890625, 762939453125, 3814697265625, 19073486328125, 95367431640625, 476837158203125, 2384185791015625, 11920928955078125,
    59604644775390625, 298023223876953125, 1490116119384765625, 7450580596923828125};

// The double nearest to digits * 10^exponent, for exponents up to MOST_TENS. Everything is exact except the final rounding to a double.
static double nearest_double(uint64_t digits, int exponent) {
    if (digits == 0) return 0;
    if (digits <= UINT64_C(1) << 53 && -22 <= exponent && exponent <= 22) {
        static const double powers_of_ten[] = {1e0,  1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,  1e8,  1e9,  1e10, 1e11,
                                               1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
        // Both numbers are exact (Clinger).
        return exponent < 0 ? (double)digits / powers_of_ten[-exponent] : (double)digits * powers_of_ten[exponent];
    }
    // At least 62 bits of the result. The lowest bit is set if other bits follow.
    uint64_t bits;
    int twos;
    if (exponent < 0) {
        uint64_t divisor = powers_of_five[-exponent];
        int more = __builtin_clzll(digits), divisor_more = __builtin_clzll(divisor);
        unsigned __int128 dividend = (unsigned __int128)(digits << more) << 63;
        divisor <<= divisor_more;
        bits = (uint64_t)(dividend / divisor);
        bits |= (uint64_t)bits * (unsigned __int128)divisor != dividend;
        twos = exponent - more + divisor_more - 63;
    } else {
        unsigned __int128 product = (unsigned __int128)digits * powers_of_five[exponent];
        uint64_t high = (uint64_t)(product >> 64);
        int surplus = high ? 64 - __builtin_clzll(high) : 0;
        bits = (uint64_t)(product >> surplus);
        bits |= (unsigned __int128)bits << surplus != product;
        twos = exponent + surplus;
    }
    // A power of two in its binary form.
    uint64_t power = (uint64_t)(1023 + twos) << 52;
    double factor;
    memcpy(&factor, &power, sizeof factor);
    return (double)bits * factor;
}

static uint64_t eight_digits(const uint8_t *at) {
    // Combines neighbors: first digits into pairs, then pairs, then groups of four.
    uint64_t word = eight_bytes(at) - EACH('0');
    word = (word * 10) + (word >> 8);
    return ((word & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x000F424000000064)
            + ((word >> 16) & UINT64_C(0x000000FF000000FF)) * UINT64_C(0x0000271000000001)) >> 32;
}

static bool are_digits(uint64_t word) {
    return (((word + EACH(0x46)) | (word - EACH('0'))) & EACH(0x80)) == 0;
}

// Reads digits and appends them to a value, which is wrong beyond 64 bits.
static const uint8_t *digits(const uint8_t *at, const uint8_t *end, uint64_t *value) {
    while (end - at >= 8 && are_digits(eight_bytes(at))) {
        *value = *value * 100000000 + eight_digits(at);
        at += 8;
    }
    while (at < end && is_digit(*at)) *value = *value * 10 + (*at++ - '0');
    return at;
}

// Reads a number that begins with the next byte.
static bool number(struct scan *scan) {
    const uint8_t *start = scan->at, *at = start, *end = scan->end;
    bool is_negative = *at == '-';
    if (is_negative) at++;
    uint64_t value = 0;
    // Leading zeros don't count.
    const uint8_t *significant = at;
    ptrdiff_t digit_count = 0, fraction_count = 0;
    if (at < end && *at == '0') {
        at++;
    } else {
        at = digits(at, end, &value);
        digit_count = at - significant;
        if (digit_count == 0) return fails(scan, JSON_WANTS_DIGIT, at);
    }
    int64_t exponent = 0;
    bool is_integer = true;
    if (at < end && *at == '.') {
        is_integer = false;
        const uint8_t *fraction = ++at;
        if (digit_count == 0) while (at < end && *at == '0') at++;
        significant = at;
        at = digits(at, end, &value);
        digit_count += at - significant;
        fraction_count = at - fraction;
        if (fraction_count == 0) return fails(scan, JSON_WANTS_DIGIT, at);
    }
    if (at < end && (*at | 0x20) == 'e') {
        is_integer = false;
        bool is_small = ++at < end && *at == '-';
        if (at < end && (*at == '+' || *at == '-')) at++;
        const uint8_t *first = at;
        while (at < end && is_digit(*at)) {
            if (exponent < 100000) exponent = exponent * 10 + (*at - '0');
            at++;
        }
        if (at == first) return fails(scan, JSON_WANTS_DIGIT, at);
        if (is_small) exponent = -exponent;
    }
    struct json_entry *entry = append(scan, JSON_NUMBER, start);
    if (entry == NULL) return false;
    scan->at = at;
    exponent -= fraction_count;
    bool is_exact = digit_count <= 19;
    if (is_exact && is_integer && (!is_negative || (value != 0 && value <= UINT64_C(1) << 63))) {
        entry->kind = is_negative || value <= INT64_MAX ? JSON_INTEGER : JSON_UNSIGNED;
        entry->magnitude = is_negative ? -value : value;
    } else if (is_exact && -MOST_TENS <= exponent && exponent <= MOST_TENS) {
        double real = nearest_double(value, (int)exponent);
        entry->kind = JSON_DOUBLE;
        entry->real = is_negative ? -real : real;
    } else {
        entry->count = (uint32_t)(at - start);
        entry->end = 0;
    }
    return true;
}

// Reads unquoted text: a literal, or a word in a lenient text.
static bool word(struct scan *scan) {
    const uint8_t *start = scan->at, *end = scan->end;
    static const struct {
        const char *text;
        uint8_t length, kind;
    } literals[] = {{"null", 4, JSON_NULL}, {"true", 4, JSON_TRUE}, {"false", 5, JSON_FALSE}};
    for (int index = 0; index < 3; index++) {
        const uint8_t *behind = start + literals[index].length;
        if (end - start < literals[index].length || memcmp(start, literals[index].text, literals[index].length) != 0) continue;
        if (scan->is_lenient && behind < end && is_in_word(*behind)) continue;
        scan->at = behind;
        return append(scan, literals[index].kind, start) != NULL;
    }
    if (!scan->is_lenient || !(is_letter(*start) || is_digit(*start) || *start == '-')) return fails(scan, JSON_WANTS_VALUE, start);
    const uint8_t *at = start;
    while (at < end && is_in_word(*at)) at++;
    struct json_entry *entry = append(scan, JSON_WORD, start);
    if (entry == NULL) return false;
    entry->count = (uint32_t)(at - start);
    entry->end = 0;
    scan->at = at;
    return goes_on(scan, JSON_FOUND_WORD, start);
}

static uint32_t behind(const struct json_entry *entries, uint32_t value) {
    return entries[value].kind == JSON_ARRAY || entries[value].kind == JSON_OBJECT ? entries[value].end : value + 1;
}

// memcmp, without a call for a short key. Most keys are short.
static bool is_same(const uint8_t *left, const uint8_t *right, size_t length) {
    if (length > 16) return memcmp(left, right, length) == 0;
    if (length >= 8) {
        size_t last = length - 8;
        return ((eight_bytes(left) ^ eight_bytes(right)) | (eight_bytes(left + last) ^ eight_bytes(right + last))) == 0;
    }
    if (length >= 4) {
        uint32_t a, b, c, d;
        memcpy(&a, left, 4), memcpy(&b, right, 4), memcpy(&c, left + length - 4, 4), memcpy(&d, right + length - 4, 4);
        return ((a ^ b) | (c ^ d)) == 0;
    }
    return length == 0 || (left[0] == right[0] && left[length / 2] == right[length / 2] && left[length - 1] == right[length - 1]);
}

// Whether the last entry, a key, equals the key of an earlier member.
static bool is_duplicate(const struct scan *scan, uint32_t object) {
    const struct json_entry *entries = scan->tape->entries;
    uint32_t last = scan->tape->count - 1;
    for (uint32_t key = object + 1; key < last; key = behind(entries, key + 1)) {
        if (entries[key].count == entries[last].count
            && is_same(scan->bytes + entries[key].offset, scan->bytes + entries[last].offset, entries[last].count))
            return true;
    }
    return false;
}

// Reads a key, and its colon.
static bool key(struct scan *scan, struct open_container *object) {
    int first = next(scan);
    struct json_entry *entry;
    if (first == '"') {
        entry = string(scan);
    } else {
        if (!scan->is_lenient || first < 0 || !is_letter((uint8_t)first)) return fails(scan, JSON_WANTS_KEY, scan->at);
        if (!goes_on(scan, JSON_FOUND_KEY_WITHOUT_QUOTES, scan->at)) return false;
        const uint8_t *start = scan->at;
        while (scan->at < scan->end && is_in_word(*scan->at)) scan->at++;
        entry = append(scan, JSON_STRING, start);
        if (entry != NULL) {
            entry->flags = JSON_NOT_ASCII;
            entry->count = (uint32_t)(scan->at - start);
            entry->end = 0;
        }
    }
    if (entry == NULL) return false;
    const uint8_t *text = scan->bytes + entry->offset;
    uint32_t hash = entry->count ? entry->count * 5 + text[0] * 3 + text[entry->count - 1] * 7 + text[entry->count / 2] * 11 : 0;
    uint64_t *keys = &object->keys[hash >> 6 & 3], bit = UINT64_C(1) << (hash & 63);
    bool needs_index = entry->flags != 0 || ++object->count > MOST_KEYS_WITHOUT_INDEX;
    if (!needs_index && (*keys & bit)) needs_index = is_duplicate(scan, object->entry);
    *keys |= bit;
    if (needs_index) {
        scan->tape->entries[object->entry].flags = JSON_NEEDS_INDEX;
        object->count = MOST_KEYS_WITHOUT_INDEX;
    }
    if (next(scan) != ':') return fails(scan, JSON_WANTS_COLON, scan->at);
    scan->at++;
    return true;
}

// Returns whether an element or member follows; otherwise reads the end.
static bool continues(struct scan *scan, char end, bool *is_more) {
    int byte = next(scan);
    if (byte == ',') {
        scan->at++;
        *is_more = !(scan->is_lenient && next(scan) == end);
        if (!*is_more) scan->at++;
        return true;
    }
    *is_more = false;
    if (byte == end) {
        scan->at++;
        return true;
    }
    enum json_problem problem = end == ']' ? JSON_WANTS_COMMA_OR_BRACKET : JSON_WANTS_COMMA_OR_BRACE;
    *is_more = scan->is_lenient && byte == '"';
    return *is_more ? goes_on(scan, problem, scan->at) : fails(scan, problem, scan->at);
}

static bool scan_document(struct scan *scan, struct open_container *open, int *depth) {
    struct json_tape *tape = scan->tape;
    for (;;) {
        int first = next(scan);
        if (scan->is_lenient && tape->problem_count == JSON_PROBLEM_LIMIT) return fails(scan, JSON_TOO_MANY_PROBLEMS, scan->at);
        bool is_more = false;
        if (first == '{' || first == '[') {
            if (*depth == JSON_DEPTH_LIMIT) return fails(scan, JSON_TOO_DEEP, scan->at);
            struct json_entry *entry = append(scan, first == '{' ? JSON_OBJECT : JSON_ARRAY, scan->at);
            if (entry == NULL) return false;
            entry->count = entry->end = 0;
            struct open_container *container = &open[(*depth)++];
            *container = (struct open_container){.entry = tape->count - 1};
            scan->at++;
            is_more = next(scan) != (first == '{' ? '}' : ']');
            if (!is_more) scan->at++;
        } else {
            bool is_read;
            if (first == '"') {
                is_read = string(scan) != NULL;
            } else if (first == '-' || (first >= '0' && first <= '9')) {
                const uint8_t *start = scan->at;
                uint32_t count = tape->count;
                is_read = number(scan);
                if (is_read && scan->is_lenient && scan->at < scan->end && is_in_word(*scan->at)) {
                    scan->at = start;
                    tape->count = count;
                    is_read = word(scan);
                }
            } else {
                is_read = first < 0 ? fails(scan, JSON_WANTS_VALUE, scan->at) : word(scan);
            }
            if (!is_read) return false;
            if (*depth == 0) break;
            if (!continues(scan, tape->entries[open[*depth - 1].entry].kind == JSON_ARRAY ? ']' : '}', &is_more)) return false;
            open[*depth - 1].count += tape->entries[open[*depth - 1].entry].kind == JSON_ARRAY;
        }
        // Closes the arrays and objects that end here.
        while (!is_more) {
            struct open_container *container = &open[--*depth];
            struct json_entry *entry = &tape->entries[container->entry];
            entry->end = tape->count;
            entry->count = entry->kind == JSON_ARRAY ? container->count : container->entry + 1;
            if (*depth == 0) break;
            container = &open[*depth - 1];
            bool is_array = tape->entries[container->entry].kind == JSON_ARRAY;
            if (!continues(scan, is_array ? ']' : '}', &is_more)) return false;
            container->count += is_array;
        }
        if (*depth == 0) break;
        if (tape->entries[open[*depth - 1].entry].kind == JSON_OBJECT && !key(scan, &open[*depth - 1])) return false;
    }
    return next(scan) < 0 || fails(scan, JSON_WANTS_END, scan->at);
}

// Stands in for a list if memory runs out.
static struct json_entry nothing;

// An earlier text's list, with its capacity in its first entry. Freeing so much memory after each text would cost page faults.
static _Atomic(struct json_entry *) spare;
enum { MOST_SPARE_ENTRIES = 65536 };

static void reserve(struct json_tape *tape, uint32_t capacity) {
    struct json_entry *entries = capacity <= MOST_SPARE_ENTRIES ? atomic_exchange(&spare, NULL) : NULL;
    if (entries != NULL && entries[0].count < capacity) {
        free(entries);
        entries = NULL;
    }
    tape->capacity = entries ? entries[0].count : capacity;
    tape->entries = entries ? entries : malloc(capacity * sizeof *entries);
}

static void release(struct json_tape *tape) {
    struct json_entry *entries = tape->entries;
    if (entries == &nothing) return;
    if (tape->capacity <= MOST_SPARE_ENTRIES) {
        entries[0].count = tape->capacity;
        entries = atomic_exchange(&spare, entries);
    }
    free(entries);
}

void json_scan(const uint8_t *bytes, size_t count, bool is_lenient, struct json_tape *tape) {
    *tape = (struct json_tape){0};
    struct scan scan = {.bytes = bytes, .at = bytes, .end = bytes + count, .tape = tape, .is_lenient = is_lenient};
    if (count > UINT32_MAX - 16) {
        fails(&scan, JSON_TOO_LONG, bytes);
        count = 0;
    }
    // Most texts have about one entry for every eight bytes.
    reserve(tape, 16 + (uint32_t)(count / 8));
    if (tape->entries == NULL) {
        tape->entries = &nothing;
        tape->failure.problem = JSON_NO_MEMORY;
        return;
    }
    struct open_container open[JSON_DEPTH_LIMIT];
    int depth = 0;
    if (tape->failure.problem == JSON_FINE) {
        // Skips a byte order mark, which some servers send.
        if (count >= 3 && memcmp(bytes, "\xEF\xBB\xBF", 3) == 0) scan.at += 3;
        scan_document(&scan, open, &depth);
    }
    // Ends the arrays and objects that the text left open, so that their entries can be traversed. A key without a value gets null.
    if (depth > 0 && tape->count + 2 > tape->capacity) {
        // Memory ran out.
        tape->count = 0;
        depth = 0;
    }
    while (depth > 0) {
        struct open_container *container = &open[--depth];
        struct json_entry *entry = &tape->entries[container->entry];
        if (entry->kind == JSON_OBJECT) {
            uint32_t at = container->entry + 1;
            while (at + 1 < tape->count) at = behind(tape->entries, at + 1);
            if (at + 1 == tape->count) {
                tape->entries[tape->count] = (struct json_entry){.kind = JSON_NULL, .offset = tape->entries[at].offset};
                tape->count++;
            }
            entry->count = container->entry + 1;
        } else {
            entry->count = 0;
            for (uint32_t at = container->entry + 1; at < tape->count; at = behind(tape->entries, at)) entry->count++;
        }
        entry->end = tape->count;
    }
    tape->entries[tape->count] = (struct json_entry){.kind = JSON_NULL};
}

void json_free(struct json_tape *tape) {
    release(tape);
    free(tape->problems);
    free(tape->parents);
}

uint32_t json_find(struct json_entry *entries, const uint8_t *bytes, uint32_t object, const uint8_t *key, size_t length) {
    uint32_t first = object + 1, end = entries[object].end, expected = entries[object].count;
    uint32_t at = expected;
    for (int round = 0; round < 2; round++) {
        while (at < end) {
            const struct json_entry *entry = &entries[at];
            if (entry->count == length && is_same(bytes + entry->offset, key, length)) {
                uint32_t following = behind(entries, at + 1);
                entries[object].count = following;
                return at + 1;
            }
            at = behind(entries, at + 1);
        }
        at = first;
        end = expected;
    }
    return 0;
}

uint32_t json_member_count(const struct json_entry *entries, uint32_t object) {
    uint32_t count = 0;
    for (uint32_t at = object + 1; at < entries[object].end; at = behind(entries, at + 1)) count++;
    return count;
}

const struct json_parent *json_parents(struct json_tape *tape) {
    if (tape->parents != NULL) return tape->parents;
    tape->parents = calloc((size_t)tape->count + 1, sizeof *tape->parents);
    if (tape->parents == NULL) return NULL;
    for (uint32_t parent = 0; parent < tape->count; parent++) {
        uint8_t kind = tape->entries[parent].kind;
        if (kind != JSON_ARRAY && kind != JSON_OBJECT) continue;
        uint32_t position = 0, key = kind == JSON_OBJECT;
        for (uint32_t at = parent + 1 + key; at < tape->entries[parent].end; at = behind(tape->entries, at) + key)
            tape->parents[at] = (struct json_parent){parent, position++};
    }
    return tape->parents;
}

static uint32_t code_unit(const uint8_t *digits) {
    uint32_t unit = 0;
    for (int index = 0; index < 4; index++) unit = unit * 16 + (is_digit(digits[index]) ? digits[index] - '0' : (digits[index] | 0x20) - 'a' + 10);
    return unit;
}

static uint8_t *write_scalar(uint32_t scalar, uint8_t *output) {
    if (scalar < 0x80) {
        *output++ = (uint8_t)scalar;
    } else if (scalar < 0x800) {
        *output++ = (uint8_t)(0xC0 | scalar >> 6);
        *output++ = (uint8_t)(0x80 | (scalar & 0x3F));
    } else if (scalar < 0x10000) {
        *output++ = (uint8_t)(0xE0 | scalar >> 12);
        *output++ = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
        *output++ = (uint8_t)(0x80 | (scalar & 0x3F));
    } else {
        *output++ = (uint8_t)(0xF0 | scalar >> 18);
        *output++ = (uint8_t)(0x80 | (scalar >> 12 & 0x3F));
        *output++ = (uint8_t)(0x80 | (scalar >> 6 & 0x3F));
        *output++ = (uint8_t)(0x80 | (scalar & 0x3F));
    }
    return output;
}

ptrdiff_t json_unescape(const uint8_t *text, size_t count, uint8_t *output) {
    const uint8_t *at = text, *end = text + count;
    uint8_t *start = output;
    while (at < end) {
        const uint8_t *escape = memchr(at, '\\', (size_t)(end - at));
        size_t run = (size_t)((escape ? escape : end) - at);
        memcpy(output, at, run);
        output += run;
        if (escape == NULL) break;
        // The scan has checked that each escape is complete.
        at = escape + 2;
        switch (escape[1]) {
        case 'b': *output++ = '\b'; break;
        case 'f': *output++ = '\f'; break;
        case 'n': *output++ = '\n'; break;
        case 'r': *output++ = '\r'; break;
        case 't': *output++ = '\t'; break;
        case 'u': {
            uint32_t unit = code_unit(at);
            at += 4;
            if (unit >= 0xD800 && unit < 0xE000) {
                uint32_t trail = unit < 0xDC00 && end - at >= 6 && at[0] == '\\' && at[1] == 'u' ? code_unit(at + 2) : 0;
                if (trail < 0xDC00 || trail >= 0xE000) return -1 - (escape - text);
                unit = 0x10000 + ((unit - 0xD800) << 10) + (trail - 0xDC00);
                at += 6;
            }
            output = write_scalar(unit, output);
            break;
        }
        default: *output++ = escape[1];
        }
    }
    return output - start;
}
