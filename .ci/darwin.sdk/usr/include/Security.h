#pragma once
#include "CoreFoundation.h"
#include <stdint.h>
#include <stdbool.h>

typedef int32_t OSStatus;
typedef struct __attribute__((objc_bridge(id))) __SecTrust *SecTrustRef;
typedef struct __attribute__((objc_bridge(id))) __SecCertificate *SecCertificateRef;
typedef struct __attribute__((objc_bridge(id))) __SecIdentity *SecIdentityRef;

typedef enum __attribute__((enum_extensibility(open))) tls_protocol_version_t : uint16_t tls_protocol_version_t;
enum __attribute__((enum_extensibility(open))) tls_protocol_version_t : uint16_t {
    tls_protocol_version_TLSv12 __attribute__((swift_name("TLSv12"))) INTRODUCED(10.15, 13.0, 13.0, 6.0, 1.0) = 0x0303,
    tls_protocol_version_TLSv13 __attribute__((swift_name("TLSv13"))) INTRODUCED(10.15, 13.0, 13.0, 6.0, 1.0) = 0x0304,
};

enum : OSStatus { errSecSuccess = 0 };

#pragma clang assume_nonnull begin
#pragma clang arc_cf_code_audited begin
SecCertificateRef _Nullable SecCertificateCreateWithData(const void *_Nullable allocator, CFDataRef data) INTRODUCED(10.6, 2.0, 9.0, 2.0, 1.0);
CFDataRef SecCertificateCopyData(SecCertificateRef certificate) INTRODUCED(10.6, 2.0, 9.0, 2.0, 1.0);
OSStatus SecTrustSetAnchorCertificates(SecTrustRef trust, CFArrayRef _Nullable anchors) INTRODUCED(10.3, 2.0, 9.0, 2.0, 1.0);
OSStatus SecTrustSetAnchorCertificatesOnly(SecTrustRef trust, bool only) INTRODUCED(10.6, 2.0, 9.0, 2.0, 1.0);
bool SecTrustEvaluateWithError(SecTrustRef trust, CFErrorRef _Nullable *_Nullable error) INTRODUCED(10.14, 12.0, 12.0, 5.0, 1.0);
CFArrayRef _Nullable SecTrustCopyCertificateChain(SecTrustRef trust) INTRODUCED(12.0, 15.0, 15.0, 8.0, 1.0);
CFTypeID SecIdentityGetTypeID(void) INTRODUCED(10.3, 2.0, 9.0, 2.0, 1.0);
OSStatus SecPKCS12Import(CFDataRef data, CFDictionaryRef options, CFArrayRef _Nullable *_Nonnull __attribute__((cf_returns_retained)) items) INTRODUCED(10.6, 2.0, 9.0, 2.0, 1.0);
extern const CFStringRef kSecImportExportPassphrase INTRODUCED(10.6, 2.0, 9.0, 2.0, 1.0);
extern const CFStringRef kSecImportItemIdentity INTRODUCED(10.6, 2.0, 9.0, 2.0, 1.0);
extern const CFStringRef kSecImportToMemoryOnly INTRODUCED(15.0, 18.0, 18.0, 11.0, 2.0);
#pragma clang arc_cf_code_audited end
#pragma clang assume_nonnull end
