import EndpointKit
import EndpointKitTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// The machine's libcurl behind a library that claims to do less: an older version, rejected options, a different location of the
/// authorities. A process uses the first libcurl that it loads, so each test with one of these runs in its own process.
enum FakeCurl {
    static let isPossible = compiler != nil
    private static let compiler = ["clang", "cc"].first(where: SystemProgram.isInstalled)

    /// `refusing` contains the numbers of options, `version` is 0xXXYYZZ, and `lacking` contains feature bits.
    static func transport(
        refusing options: [Int] = [], version: Int? = nil, lacking features: Int? = nil, authoritiesFile: String? = nil,
        authoritiesFolder: String? = nil
    ) async throws -> CurlTransport {
        let directory = FileManager.default.temporaryDirectory.appending(path: "endpointkit-fake-\(getpid())")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try Data(source.utf8).write(to: directory.appending(path: "fake.c"))
        // The compiler looks for its linker in these folders.
        let environment = ["PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"]
        try await SystemProgram.run(
            compiler ?? "cc", ["-shared", "-fPIC", "-o", "fake.so", "fake.c", "-ldl"], environment: environment, in: directory)
        setenv("FAKE_REFUSED", options.map { ",\($0)," }.joined(), 1)
        for (name, value) in [
            ("FAKE_VERSION", version.map(String.init)), ("FAKE_LACKED", features.map(String.init)), ("FAKE_FILE", authoritiesFile),
            ("FAKE_FOLDER", authoritiesFolder),
        ] {
            if let value { setenv(name, value, 1) }
        }
        return CurlTransport(library: directory.appending(path: "fake.so").path)
    }

    private static let source = #"""
        #define _GNU_SOURCE
        #include <dlfcn.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>

        static void *real(const char *name) {
            static void *library;
            if (!library) library = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
            return dlsym(library, name);
        }
        #define SAME(type, name, parameters, arguments) \
            type name parameters { return ((type (*) parameters)real(#name)) arguments; }

        enum { CAINFO = 10065, CAPATH = 10097, UNKNOWN_OPTION = 48 };
        int curl_easy_setopt(void *easy, int option, ...) {
            va_list list;
            va_start(list, option);
            void *value = va_arg(list, void *);
            va_end(list);
            char text[32];
            snprintf(text, sizeof text, ",%d,", option);
            if (strstr(getenv("FAKE_REFUSED"), text)) return UNKNOWN_OPTION;
            return ((int (*)(void *, int, ...))real("curl_easy_setopt"))(easy, option, value);
        }
        // Acts as if libcurl were built with this folder and without a file.
        static void *with_defaults(void *easy) {
            if (!getenv("FAKE_FOLDER")) return easy;
            ((int (*)(void *, int, ...))real("curl_easy_setopt"))(easy, CAINFO, NULL);
            ((int (*)(void *, int, ...))real("curl_easy_setopt"))(easy, CAPATH, getenv("FAKE_FOLDER"));
            return easy;
        }
        void *curl_easy_init(void) { return with_defaults(((void *(*)(void))real("curl_easy_init"))()); }
        void curl_easy_reset(void *easy) {
            ((void (*)(void *))real("curl_easy_reset"))(easy);
            with_defaults(easy);
        }
        struct version {
            int age;
            const char *text;
            unsigned number;
            const char *host;
            int features;
            char rest[180];
        };
        const struct version *curl_version_info(int age) {
            static struct version fake;
            memcpy(&fake, ((void *(*)(int))real("curl_version_info"))(age), 168);
            if (getenv("FAKE_VERSION")) fake.number = (unsigned)atoi(getenv("FAKE_VERSION"));
            if (getenv("FAKE_LACKED")) fake.features &= ~atoi(getenv("FAKE_LACKED"));
            // The file and the folder, at the end of the seventh age.
            const char *places[2] = {getenv("FAKE_FILE"), getenv("FAKE_FOLDER")};
            if (places[0] || places[1]) memcpy((char *)&fake + 152, places, sizeof places);
            return &fake;
        }
        SAME(int, curl_global_init, (long flags), (flags))
        void curl_easy_cleanup(void *easy) { ((void (*)(void *))real("curl_easy_cleanup"))(easy); }
        int curl_easy_getinfo(void *easy, int info, ...) {
            va_list list;
            va_start(list, info);
            void *value = va_arg(list, void *);
            va_end(list);
            return ((int (*)(void *, int, ...))real("curl_easy_getinfo"))(easy, info, value);
        }
        SAME(int, curl_easy_pause, (void *easy, int mask), (easy, mask))
        SAME(const char *, curl_easy_strerror, (int code), (code))
        SAME(void *, curl_easy_option_by_id, (int option), (option))
        SAME(void *, curl_multi_init, (void), ())
        SAME(int, curl_multi_cleanup, (void *multi), (multi))
        int curl_multi_setopt(void *multi, int option, ...) {
            va_list list;
            va_start(list, option);
            void *value = va_arg(list, void *);
            va_end(list);
            return ((int (*)(void *, int, ...))real("curl_multi_setopt"))(multi, option, value);
        }
        SAME(int, curl_multi_add_handle, (void *multi, void *easy), (multi, easy))
        SAME(int, curl_multi_remove_handle, (void *multi, void *easy), (multi, easy))
        SAME(int, curl_multi_socket_action, (void *multi, int socket, int events, int *running), (multi, socket, events, running))
        SAME(void *, curl_multi_info_read, (void *multi, int *left), (multi, left))
        """#
}
