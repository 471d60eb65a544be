// The classes of Foundation that the sources use, as Objective-C declares them.
#pragma once
#include "CoreFoundation.h"
#include "ObjectiveC.h"
#include "Security.h"
typedef long NSInteger;
typedef unsigned long NSUInteger;
#define BRIDGED(type) __attribute__((swift_bridge(type)))
#define ENUM(type, name, swift) \
    enum __attribute__((enum_extensibility(open), swift_name(swift))) name : type name; \
    enum name : type
#define OPTIONS(type, name, swift) \
    enum __attribute__((flag_enum, enum_extensibility(open), swift_name(swift))) name : type name; \
    enum name : type

#pragma clang assume_nonnull begin

BRIDGED("Swift.String") INTRODUCED(10.0, 2.0, 9.0, 2.0, 1.0)
@interface NSString : NSObject
@end

BRIDGED("Data") INTRODUCED(10.0, 2.0, 9.0, 2.0, 1.0)
@interface NSData : NSObject
@end

BRIDGED("Swift.Array") INTRODUCED(10.0, 2.0, 9.0, 2.0, 1.0)
@interface NSArray<Element> : NSObject
@end

BRIDGED("Swift.Dictionary") INTRODUCED(10.0, 2.0, 9.0, 2.0, 1.0)
@interface NSDictionary<Key, Value> : NSObject
@end

@interface NSNumber : NSObject
@end

BRIDGED("URL") INTRODUCED(10.0, 2.0, 9.0, 2.0, 1.0)
@interface NSURL : NSObject
@end

BRIDGED("Swift.Error") SENDABLE INTRODUCED(10.2, 2.0, 9.0, 2.0, 1.0)
@interface NSError : NSObject
@property (readonly, copy) NSString *domain;
@property (readonly) NSInteger code;
@end

SWIFT_NAME("Thread") INTRODUCED(10.0, 2.0, 9.0, 2.0, 1.0)
@interface NSThread : NSObject
+ (void)detachNewThreadWithBlock:(void (SENDABLE ^)(void))block INTRODUCED(10.12, 10.0, 10.0, 3.0, 1.0) __attribute__((swift_async(none)));
@end

SWIFT_NAME("ProcessInfo") SENDABLE INTRODUCED(10.0, 2.0, 9.0, 2.0, 1.0)
@interface NSProcessInfo : NSObject
@property (class, readonly, strong) NSProcessInfo *processInfo;
@property (readonly, copy) NSDictionary<NSString *, NSString *> *environment;
@property (copy) NSString *processName;
@property (readonly) int processIdentifier;
@end

SWIFT_NAME("OperationQueue") SENDABLE INTRODUCED(10.5, 2.0, 9.0, 2.0, 1.0)
@interface NSOperationQueue : NSObject
@end

// MARK: Streams

typedef OPTIONS(NSUInteger, NSStreamEvent, "Stream.Event") {
    NSStreamEventOpenCompleted = 1,
    NSStreamEventHasBytesAvailable = 2,
    NSStreamEventHasSpaceAvailable = 4,
    NSStreamEventErrorOccurred = 8,
    NSStreamEventEndEncountered = 16,
};

@class NSInputStream, NSOutputStream;
@protocol NSStreamDelegate;

SWIFT_NAME("Stream") INTRODUCED(10.3, 2.0, 9.0, 2.0, 1.0)
@interface NSStream : NSObject
@property (nullable, assign) id<NSStreamDelegate> delegate;
- (void)open;
- (void)close;
+ (void)getBoundStreamsWithBufferSize:(NSInteger)bufferSize
                          inputStream:(NSInputStream *_Nullable *_Nullable)inputStream
                         outputStream:(NSOutputStream *_Nullable *_Nullable)outputStream INTRODUCED(10.10, 8.0, 9.0, 2.0, 1.0);
@end

SWIFT_NAME("StreamDelegate") INTRODUCED(10.6, 2.0, 9.0, 2.0, 1.0)
@protocol NSStreamDelegate <NSObject>
@optional
- (void)stream:(NSStream *)stream handleEvent:(NSStreamEvent)event;
@end

SWIFT_NAME("InputStream") INTRODUCED(10.3, 2.0, 9.0, 2.0, 1.0)
@interface NSInputStream : NSStream
@end

SWIFT_NAME("OutputStream") INTRODUCED(10.3, 2.0, 9.0, 2.0, 1.0)
@interface NSOutputStream : NSStream
@property (readonly) bool hasSpaceAvailable;
- (NSInteger)write:(const uint8_t *)buffer maxLength:(NSUInteger)length;
@end

// MARK: Requests and responses

BRIDGED("URLRequest") INTRODUCED(10.2, 2.0, 9.0, 2.0, 1.0)
@interface NSURLRequest : NSObject
@end

typedef ENUM(NSUInteger, NSURLRequestCachePolicy, "NSURLRequest.CachePolicy") {
    NSURLRequestUseProtocolCachePolicy = 0,
    NSURLRequestReloadIgnoringLocalCacheData = 1,
};

SWIFT_NAME("URLResponse") SENDABLE INTRODUCED(10.2, 2.0, 9.0, 2.0, 1.0)
@interface NSURLResponse : NSObject
@end

SWIFT_NAME("HTTPURLResponse") SENDABLE INTRODUCED(10.2, 2.0, 9.0, 2.0, 1.0)
@interface NSHTTPURLResponse : NSURLResponse
@property (readonly) NSInteger statusCode;
@property (readonly, copy) NSDictionary *allHeaderFields;
@end

SWIFT_NAME("HTTPCookieStorage") INTRODUCED(10.2, 2.0, 9.0, 2.0, 1.0)
@interface NSHTTPCookieStorage : NSObject
@end

SWIFT_NAME("URLCredentialStorage") INTRODUCED(10.2, 2.0, 9.0, 2.0, 1.0)
@interface NSURLCredentialStorage : NSObject
@end

SWIFT_NAME("URLCache") INTRODUCED(10.2, 2.0, 9.0, 2.0, 1.0)
@interface NSURLCache : NSObject
@end

// MARK: Challenges

typedef ENUM(NSUInteger, NSURLCredentialPersistence, "URLCredential.Persistence") {
    NSURLCredentialPersistenceNone,
};

SWIFT_NAME("URLCredential") SENDABLE INTRODUCED(10.2, 2.0, 9.0, 2.0, 1.0)
@interface NSURLCredential : NSObject
- (instancetype)initWithTrust:(SecTrustRef)trust INTRODUCED(10.6, 3.0, 9.0, 2.0, 1.0);
- (instancetype)initWithIdentity:(SecIdentityRef)identity
                    certificates:(nullable NSArray *)certificates
                     persistence:(NSURLCredentialPersistence)persistence INTRODUCED(10.6, 3.0, 9.0, 2.0, 1.0);
@end

extern NSString *const NSURLAuthenticationMethodServerTrust INTRODUCED(10.6, 3.0, 9.0, 2.0, 1.0);
extern NSString *const NSURLAuthenticationMethodClientCertificate INTRODUCED(10.6, 3.0, 9.0, 2.0, 1.0);

SWIFT_NAME("URLProtectionSpace") SENDABLE INTRODUCED(10.2, 2.0, 9.0, 2.0, 1.0)
@interface NSURLProtectionSpace : NSObject
@property (readonly, copy) NSString *host;
@property (readonly, copy) NSString *authenticationMethod;
@property (nullable, readonly) SecTrustRef serverTrust INTRODUCED(10.6, 3.0, 9.0, 2.0, 1.0);
@end

SWIFT_NAME("URLAuthenticationChallenge") SENDABLE INTRODUCED(10.2, 2.0, 9.0, 2.0, 1.0)
@interface NSURLAuthenticationChallenge : NSObject
@property (readonly, copy) NSURLProtectionSpace *protectionSpace;
@end

// MARK: Sessions

SWIFT_NAME("URLSessionTaskTransactionMetrics") SENDABLE INTRODUCED(10.12, 10.0, 10.0, 3.0, 1.0)
@interface NSURLSessionTaskTransactionMetrics : NSObject
@property (nullable, readonly, copy) NSString *networkProtocolName;
@end

SWIFT_NAME("URLSessionTaskMetrics") SENDABLE INTRODUCED(10.12, 10.0, 10.0, 3.0, 1.0)
@interface NSURLSessionTaskMetrics : NSObject
@property (readonly, copy) NSArray<NSURLSessionTaskTransactionMetrics *> *transactionMetrics;
@end

SWIFT_NAME("URLSessionTask") SENDABLE INTRODUCED(10.9, 7.0, 9.0, 2.0, 1.0)
@interface NSURLSessionTask : NSObject
@property (readonly) NSUInteger taskIdentifier;
@property (nullable, readonly, copy) NSURLResponse *response;
- (void)cancel;
- (void)suspend;
- (void)resume;
@end

SWIFT_NAME("URLSessionDataTask") SENDABLE INTRODUCED(10.9, 7.0, 9.0, 2.0, 1.0)
@interface NSURLSessionDataTask : NSURLSessionTask
@end

SWIFT_NAME("URLSessionConfiguration") SENDABLE INTRODUCED(10.9, 7.0, 9.0, 2.0, 1.0)
@interface NSURLSessionConfiguration : NSObject
@property (class, readonly, strong) NSURLSessionConfiguration *ephemeralSessionConfiguration;
@property (nullable, retain) NSHTTPCookieStorage *HTTPCookieStorage;
@property bool HTTPShouldSetCookies;
@property (nullable, retain) NSURLCredentialStorage *URLCredentialStorage;
@property (nullable, retain) NSURLCache *URLCache;
@property NSURLRequestCachePolicy requestCachePolicy;
@property NSInteger HTTPMaximumConnectionsPerHost;
@property (nullable, copy) NSDictionary *connectionProxyDictionary;
@property tls_protocol_version_t TLSMinimumSupportedProtocolVersion INTRODUCED(10.15, 13.0, 13.0, 6.0, 1.0);
@end

@protocol NSURLSessionDelegate;

SWIFT_NAME("URLSession") SENDABLE INTRODUCED(10.9, 7.0, 9.0, 2.0, 1.0)
@interface NSURLSession : NSObject
+ (NSURLSession *)sessionWithConfiguration:(NSURLSessionConfiguration *)configuration
                                  delegate:(nullable id<NSURLSessionDelegate>)delegate
                             delegateQueue:(nullable NSOperationQueue *)queue;
- (NSURLSessionDataTask *)dataTaskWithRequest:(NSURLRequest *)request;
- (void)finishTasksAndInvalidate;
@end

typedef ENUM(NSInteger, NSURLSessionAuthChallengeDisposition, "URLSession.AuthChallengeDisposition") {
    NSURLSessionAuthChallengeUseCredential,
    NSURLSessionAuthChallengePerformDefaultHandling,
    NSURLSessionAuthChallengeCancelAuthenticationChallenge,
    NSURLSessionAuthChallengeRejectProtectionSpace,
};

typedef ENUM(NSInteger, NSURLSessionResponseDisposition, "URLSession.ResponseDisposition") {
    NSURLSessionResponseCancel,
    NSURLSessionResponseAllow,
};

SWIFT_NAME("URLSessionDelegate") SENDABLE INTRODUCED(10.9, 7.0, 9.0, 2.0, 1.0)
@protocol NSURLSessionDelegate <NSObject>
@optional
- (void)URLSession:(NSURLSession *)session
    didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
      completionHandler:(void (SENDABLE ^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *_Nullable))completionHandler;
@end

SWIFT_NAME("URLSessionTaskDelegate") SENDABLE INTRODUCED(10.9, 7.0, 9.0, 2.0, 1.0)
@protocol NSURLSessionTaskDelegate <NSURLSessionDelegate>
@optional
- (void)URLSession:(NSURLSession *)session
                          task:(NSURLSessionTask *)task
    willPerformHTTPRedirection:(NSHTTPURLResponse *)response
                    newRequest:(NSURLRequest *)request
             completionHandler:(void (SENDABLE ^)(NSURLRequest *_Nullable))completionHandler;
- (void)URLSession:(NSURLSession *)session
                   task:(NSURLSessionTask *)task
    didReceiveChallenge:(NSURLAuthenticationChallenge *)challenge
      completionHandler:(void (SENDABLE ^)(NSURLSessionAuthChallengeDisposition, NSURLCredential *_Nullable))completionHandler;
- (void)URLSession:(NSURLSession *)session
                 task:(NSURLSessionTask *)task
    needNewBodyStream:(void (SENDABLE ^)(NSInputStream *_Nullable))completionHandler;
- (void)URLSession:(NSURLSession *)session
                          task:(NSURLSessionTask *)task
    didFinishCollectingMetrics:(NSURLSessionTaskMetrics *)metrics INTRODUCED(10.12, 10.0, 10.0, 3.0, 1.0);
- (void)URLSession:(NSURLSession *)session task:(NSURLSessionTask *)task didCompleteWithError:(nullable NSError *)error;
@end

SWIFT_NAME("URLSessionDataDelegate") SENDABLE INTRODUCED(10.9, 7.0, 9.0, 2.0, 1.0)
@protocol NSURLSessionDataDelegate <NSURLSessionTaskDelegate>
@optional
- (void)URLSession:(NSURLSession *)session
              dataTask:(NSURLSessionDataTask *)dataTask
    didReceiveResponse:(NSURLResponse *)response
     completionHandler:(void (SENDABLE ^)(NSURLSessionResponseDisposition))completionHandler;
- (void)URLSession:(NSURLSession *)session dataTask:(NSURLSessionDataTask *)dataTask didReceiveData:(NSData *)data;
@end

// MARK: Files

SWIFT_NAME("FileManager") INTRODUCED(10.0, 2.0, 9.0, 2.0, 1.0)
@interface NSFileManager : NSObject
@property (class, readonly, strong) NSFileManager *defaultManager;
@property (readonly, copy) NSURL *temporaryDirectory INTRODUCED(10.12, 10.0, 10.0, 3.0, 1.0);
- (nullable NSString *)destinationOfSymbolicLinkAtPath:(NSString *)path
                                                 error:(NSError *_Nullable *_Nullable)error INTRODUCED(10.5, 2.0, 9.0, 2.0, 1.0);
@end

#pragma clang assume_nonnull end
