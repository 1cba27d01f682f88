// The part of libcurl's stable C interface that CurlTransport uses; it is loaded at run time.
//
// This code doesn't need libcurl's headers and doesn't link against libcurl. The numbers below are part of libcurl's ABI, in which no
// existing number has changed since 7.x (https://curl.se/libcurl/abi.html). The functions are looked up by name.

#ifndef CURL_ABI_H
#define CURL_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// The result of loading libcurl. All other functions in this header may be called only after CurlABILoaded.
typedef enum {
  CurlABILoaded = 0,
  CurlABINotFound = 1,
  CurlABITooOld = 2,
  CurlABIIncomplete = 3,
} CurlABILoadResult;

// Loads libcurl once per process; later calls return the first result. Any thread may call it.
CurlABILoadResult curlabi_load(void);

// The version of the loaded library, or the reason that loading failed. Never NULL after curlabi_load.
const char *curlabi_load_detail(void);

// The version of the loaded library as CURLVERSION_NUM: 0x074400 is 7.68.0.
unsigned int curlabi_version_number(void);

// The loaded library's TLS library, such as "OpenSSL/3.0.2"; empty without TLS. Inactive TLS libraries are in parentheses.
const char *curlabi_tls_library(void);

// Whether the loaded library was built with HTTP/3.
bool curlabi_has_http3(void);

// Whether debug callbacks receive reports of HTTP/2 requests that a server refused; true for libcurl 8.3 and newer.
bool curlabi_reports_refusals(void);

// CURLoption numbers (curl/curl.h): type base 0 long, 10000 pointer, 20000 function, 30000 curl_off_t, 40000 blob.
enum {
  CurlABIOptionSSLVersion = 32,
  CurlABIOptionNoBody = 44,
  CurlABIOptionPost = 47,
  CurlABIOptionFreshConnect = 74,
  CurlABIOptionForbidReuse = 75,
  CurlABIOptionHTTPGet = 80,
  CurlABIOptionHTTPVersion = 84,
  CurlABIOptionBufferSize = 98,
  CurlABIOptionNoSignal = 99,
  CurlABIOptionTransferDecoding = 157,
  CurlABIOptionConnectTimeoutMilliseconds = 156,
  CurlABIOptionProtocols = 181,
  CurlABIOptionPathAsIs = 234,
  CurlABIOptionPipeWait = 237,
  CurlABIOptionProxySSLVersion = 250,
  CurlABIOptionSuppressConnectHeaders = 265,
  CurlABIOptionUploadBufferSize = 280,
  CurlABIOptionQuickExit = 322,
  CurlABIOptionWriteData = 10001,
  CurlABIOptionURL = 10002,
  CurlABIOptionProxy = 10004,
  CurlABIOptionReadData = 10009,
  CurlABIOptionErrorBuffer = 10010,
  CurlABIOptionHTTPHeader = 10023,
  CurlABIOptionSSLCertificate = 10025,
  CurlABIOptionKeyPassword = 10026,
  CurlABIOptionHeaderData = 10029,
  CurlABIOptionCustomRequest = 10036,
  CurlABIOptionInterface = 10062,
  CurlABIOptionSSLCertificateType = 10086,
  CurlABIOptionSSLKey = 10087,
  CurlABIOptionCAPath = 10097,
  CurlABIOptionCAInfo = 10065,
  CurlABIOptionPrivate = 10103,
  CurlABIOptionNoProxy = 10177,
  CurlABIOptionSeekData = 10168,
  CurlABIOptionResolve = 10203,
  CurlABIOptionUnixSocketPath = 10231,
  CurlABIOptionParsedURL = 10282,
  CurlABIOptionPinnedPublicKey = 10230,
  CurlABIOptionProxyCAInfo = 10246,
  CurlABIOptionProxyCAPath = 10247,
  CurlABIOptionWriteFunction = 20011,
  CurlABIOptionReadFunction = 20012,
  CurlABIOptionHeaderFunction = 20079,
  CurlABIOptionSeekFunction = 20167,
  CurlABIOptionPostFieldSizeLarge = 30120,
  CurlABIOptionSSLCertificateBlob = 40291,
  CurlABIOptionSSLKeyBlob = 40292,
  CurlABIOptionCAInfoBlob = 40309,
  CurlABIOptionProxyCAInfoBlob = 40310,
};

// CURLINFO numbers: type base 0x100000 text, 0x200000 long, 0x600000 curl_off_t.
enum {
  CurlABIInfoHeaderSize = 0x200000 + 11,
  CurlABIInfoRequestSize = 0x200000 + 12,
  CurlABIInfoTLSVerifyResult = 0x200000 + 13,
  CurlABIInfoOSErrorNumber = 0x200000 + 25,
  CurlABIInfoConnectionCount = 0x200000 + 26,
  CurlABIInfoHTTPVersion = 0x200000 + 46,
  CurlABIInfoUploadSize = 0x600000 + 7,
  CurlABIInfoDownloadSize = 0x600000 + 8,
  CurlABIInfoTotalMicroseconds = 0x600000 + 50,
  CurlABIInfoNameLookupMicroseconds = 0x600000 + 51,
  CurlABIInfoConnectMicroseconds = 0x600000 + 52,
  CurlABIInfoPretransferMicroseconds = 0x600000 + 53,
  CurlABIInfoStartTransferMicroseconds = 0x600000 + 54,
  CurlABIInfoTLSMicroseconds = 0x600000 + 56,
};

// CURLMoption numbers.
enum {
  CurlABIMultiOptionMaximumIdleConnections = 6,
  CurlABIMultiOptionMaximumHostConnections = 7,
  CurlABIMultiOptionMaximumConnections = 13,
};

// The CURLcode values that CurlTransport distinguishes (curl/curl.h, "CURLcode").
enum {
  CurlABICodeOK = 0,
  CurlABICodeUnsupportedProtocol = 1,
  CurlABICodeMalformedURL = 3,
  CurlABICodeCouldNotResolveProxy = 5,
  CurlABICodeCouldNotResolveHost = 6,
  CurlABICodeCouldNotConnect = 7,
  CurlABICodeWeirdServerReply = 8,
  CurlABICodeHTTP2 = 16,
  CurlABICodePartialFile = 18,
  CurlABICodeWriteError = 23,
  CurlABICodeReadError = 26,
  CurlABICodeOutOfMemory = 27,
  CurlABICodeTimedOut = 28,
  CurlABICodeTLSConnect = 35,
  CurlABICodeInterface = 45,
  CurlABICodeTLSCertificate = 58,
  CurlABICodeTLSCipher = 59,
  CurlABICodeTLSPeerVerification = 60,
  CurlABICodeTLSCAFile = 77,
  CurlABICodeGotNothing = 52,
  CurlABICodeBadFunctionArgument = 43,
  CurlABICodeSendError = 55,
  CurlABICodeReceiveError = 56,
  CurlABICodeSendFailedRewind = 65,
  CurlABICodeTLSCRL = 82,
  CurlABICodeAgain = 81,
  CurlABICodeTLSIssuer = 83,
  CurlABICodeTLSPinnedKey = 90,
  CurlABICodeTLSInvalidStatus = 91,
  CurlABICodeHTTP2Stream = 92,
  CurlABICodeProxy = 97,
  CurlABICodeTooLarge = 100,
};

// Values of options.
enum {
  CurlABIProtocolHTTP = 1 << 0,
  CurlABIProtocolHTTPS = 1 << 1,
  CurlABIHTTPVersion1_1 = 2,
  CurlABIHTTPVersion2OverTLS = 4,
  CurlABIHTTPVersion2AtOnce = 5,
  CurlABIHTTPVersion3 = 30,
  CurlABITLSVersion1_2 = 6,
  CurlABIErrorBufferSize = 256,
  CurlABIPauseReceiving = 1 << 0,
  CurlABIPauseSending = 1 << 2,
};

// The value that a write callback returns to pause delivery until curlabi_unpause (CURL_WRITEFUNC_PAUSE).
#define CURLABI_WRITE_PAUSE ((size_t)0x10000001)

// The value that a read callback returns if it has nothing to send yet (CURL_READFUNC_PAUSE).
#define CURLABI_READ_PAUSE ((size_t)0x10000001)

typedef size_t (*curlabi_data_callback)(char *bytes, size_t size, size_t count, void *context);

// origin is SEEK_SET, SEEK_CUR or SEEK_END; returns 0 on success.
typedef int (*curlabi_seek_callback)(void *context, int64_t offset, int origin);

typedef void CurlABIEasy;
typedef void CurlABIMulti;

// Receives libcurl's debug messages. Kind 0 is text without a terminating zero. Must return 0.
typedef int (*curlabi_debug_callback)(CurlABIEasy *easy, int kind, char *bytes, size_t count, void *context);
typedef void CurlABIList;

// Returns free memory to the system if the C library would otherwise keep it (glibc).
void curlabi_release_memory(void);

// Runs a function on a new detached thread with this name (at most 15 bytes) and stack size. Returns 0 or an error number.
int curlabi_start_thread(const char *name, size_t stack_size, void *(*run)(void *), void *context);

CurlABIEasy *curlabi_easy_make(void);
void curlabi_easy_free(CurlABIEasy *easy);
int curlabi_easy_set_long(CurlABIEasy *easy, int option, long value);
int curlabi_easy_set_offset(CurlABIEasy *easy, int option, int64_t value);
int curlabi_easy_set_pointer(CurlABIEasy *easy, int option, const void *value);
int curlabi_easy_set_callback(CurlABIEasy *easy, int option, curlabi_data_callback callback);
int curlabi_easy_set_debug_callback(CurlABIEasy *easy, curlabi_debug_callback callback, void *context);
int curlabi_easy_set_seek_callback(CurlABIEasy *easy, curlabi_seek_callback callback);

// A parsed URL for CurlABIOptionParsedURL, which saves libcurl parsing the value of CurlABIOptionURL and printing it again.
typedef void CurlABIURL;

// Any thread may call it. Returns NULL if the URL is malformed, or if libcurl has to parse it itself.
CurlABIURL *curlabi_url_make(const char *text);
void curlabi_url_free(CurlABIURL *url);

// Pauses the directions in mask and resumes the others.
int curlabi_easy_pause(CurlABIEasy *easy, int mask);

// Sets an option to bytes that must outlive the handle; fails if the library is too old for it.
int curlabi_easy_set_blob(CurlABIEasy *easy, int option, const void *bytes, size_t count);

// Whether the TLS handshake of a transfer's connection selected HTTP/2. Also true if the selection isn't known.
bool curlabi_easy_negotiated_http2(CurlABIEasy *easy);

// The end of a TLS connection, which determines whether a response without a length is complete (RFC 9112, section 9.8).
typedef struct CurlABIClosure CurlABIClosure;

// Makes OpenSSL report TLS alerts on a handle's connections. Does nothing with other TLS libraries.
void curlabi_easy_watch_alerts(CurlABIEasy *easy);

// Watches how a transfer's connection ends. Call it only from the transfer's callbacks.
//
// Returns NULL for a connection without TLS, or if the TLS library can't report a close_notify or reports a missing one as an error itself.
CurlABIClosure *curlabi_closure_make(CurlABIEasy *easy);
void curlabi_closure_free(CurlABIClosure *closure);

// Whether the server announced the end (close_notify). May be called after the connection has been closed.
bool curlabi_closure_is_announced(const CurlABIClosure *closure);

long curlabi_easy_long_info(CurlABIEasy *easy, int info);
int64_t curlabi_easy_offset_info(CurlABIEasy *easy, int info);
const char *curlabi_code_text(int code);

CurlABIList *curlabi_list_append(CurlABIList *list, const char *text);
void curlabi_list_free(CurlABIList *list);

CurlABIMulti *curlabi_multi_make(void);
void curlabi_multi_free(CurlABIMulti *multi);
int curlabi_multi_set_long(CurlABIMulti *multi, int option, long value);
int curlabi_multi_add(CurlABIMulti *multi, CurlABIEasy *easy);
int curlabi_multi_remove(CurlABIMulti *multi, CurlABIEasy *easy);

// Waits for a multi handle's sockets with epoll, and calls libcurl only for the sockets that are ready.
//
// One thread at a time may use a loop and its multi handle. Any thread may call curlabi_loop_wait and curlabi_loop_wake at any time, so
// that one thread can sleep while others start transfers.
typedef struct CurlABILoop CurlABILoop;

// The result of curlabi_loop_wait, for curlabi_loop_act.
enum { CurlABIMaximumEvents = 64 };
typedef struct {
  int count;
  int sockets[CurlABIMaximumEvents];
  int actions[CurlABIMaximumEvents];
} CurlABIEvents;

CurlABILoop *curlabi_loop_make(CurlABIMulti *multi);

// Call it after the multi handle has been freed.
void curlabi_loop_free(CurlABILoop *loop);

// Lets the loop open and close the sockets for a handle's connections. The loop must outlive the handle's multi handle.
void curlabi_loop_attach(CurlABILoop *loop, CurlABIEasy *easy);

// Shuts down a transfer's connection if its TLS library holds unread bytes. Call it only from the transfer's callbacks.
void curlabi_loop_end_if_unread(CurlABILoop *loop, CurlABIEasy *easy);

// Stops or resumes reading from a paused transfer's connection, because libcurl 8.5 would continue to read.
void curlabi_loop_hold(CurlABILoop *loop, CurlABIEasy *easy, bool is_held);

// Switches to another multi handle. The previous multi handle must not have any sockets in use.
void curlabi_loop_use(CurlABILoop *loop, CurlABIMulti *multi);

// Sleeps until a socket is ready, the time limit (-1 for none) is reached, or another thread calls curlabi_loop_wake.
//
// Returns 0, or an error number (errno) if waiting is no longer possible.
int curlabi_loop_wait(CurlABILoop *loop, int milliseconds, CurlABIEvents *events);
void curlabi_loop_wake(CurlABILoop *loop);

// Lets libcurl work on the ready sockets; returns false if libcurl has lost track of its transfers.
bool curlabi_loop_act(CurlABILoop *loop, const CurlABIEvents *events);

// The last error (errno) since the previous call that left a socket unwatched; 0 if there wasn't any.
int curlabi_loop_take_socket_error(CurlABILoop *loop);

// The last error (errno) since the previous call that prevented a socket from being opened; 0 if there wasn't any.
int curlabi_loop_take_open_error(CurlABILoop *loop);

// Lets libcurl handle its expired timers.
void curlabi_loop_run_timers(CurlABILoop *loop);

// The time of libcurl's next timer, in nanoseconds of the monotonic clock; INT64_MAX means never.
int64_t curlabi_loop_next_timer(const CurlABILoop *loop);

// Between these two calls, the calling thread waits for new sockets in curlabi_loop_watch; the sleeping thread doesn't.
void curlabi_loop_begin_watch(CurlABILoop *loop);
void curlabi_loop_end_watch(CurlABILoop *loop);

// Waits for the new sockets and lets libcurl work on them; returns false if no socket became ready in time.
bool curlabi_loop_watch(CurlABILoop *loop, int microseconds);

// A connection on which libcurl only transports bytes, for protocols that follow an HTTP upgrade.
//
// One thread at a time may use a socket; any thread may call curlabi_socket_wake at any time.
typedef struct CurlABISocket CurlABISocket;

// Returns NULL if there isn't enough memory or the process has no free file descriptor.
CurlABISocket *curlabi_socket_make(void);

// Call it after curlabi_socket_close.
void curlabi_socket_free(CurlABISocket *socket);

// Prepares a connection with a handle, which must outlive the connection; returns a CURLcode.
int curlabi_socket_begin(CurlABISocket *socket, CurlABIEasy *easy, bool has_proxy);

// Connects, waiting at most this long (-1 for no limit); returns a CURLcode when it is done, or -1 if it needs more time.
int curlabi_socket_connect(CurlABISocket *socket, int milliseconds);
int curlabi_socket_take_open_error(CurlABISocket *socket);
void curlabi_socket_wake(CurlABISocket *socket);

// Waits until a connected socket is ready, the time limit (-1 for none) is reached, or curlabi_socket_wake is called. Returns false if
// waiting is impossible.
bool curlabi_socket_wait(CurlABISocket *socket, bool reads, bool writes, int milliseconds, bool *is_ready);

// Both functions return a CURLcode. Before the call, count is the maximum number of bytes; after it, the actual number. CurlABICodeOK with
// 0 bytes means that the connection has ended.
//
// After CurlABICodeAgain, the next call to curlabi_socket_send must pass the same bytes at the same address.
int curlabi_socket_receive(CurlABISocket *socket, void *bytes, size_t *count);
int curlabi_socket_send(CurlABISocket *socket, const void *bytes, size_t *count);

// Closes the sending direction of the TCP connection, without a TLS close_notify.
void curlabi_socket_end_sending(CurlABISocket *socket);

// Closes the connection; it may have to wait for a pending name lookup.
void curlabi_socket_close(CurlABISocket *socket);

// Blocks SIGPIPE on this thread, so that writing to a connection that the server has closed returns an error instead of ending the process.
// Returns whether the signal was unblocked before.
bool curlabi_thread_block_broken_pipe(void);

// Discards a pending SIGPIPE and unblocks the signal. Call it on a thread where curlabi_thread_block_broken_pipe returned true.
void curlabi_thread_unblock_broken_pipe(void);

// Starts a detached thread on which broken pipes don't raise a signal; returns false if the system can't create another thread.
bool curlabi_thread_start(void (*run)(void *), void *context);

// Removes the next finished transfer; returns false if there isn't any.
bool curlabi_multi_next_result(CurlABIMulti *multi, CurlABIEasy **easy, int *code);

// Decompresses gzip and deflate with the system's zlib, loaded at run time.
typedef struct CurlABIInflater CurlABIInflater;

typedef enum {
  // More input or more room for output is needed.
  CurlABIInflationContinues = 0,
  CurlABIInflationEnded = 1,
  CurlABIInflationFailed = 2,
  CurlABIInflationOutOfMemory = 3,
} CurlABIInflation;

// Whether zlib is available. Any thread may call it.
bool curlabi_inflater_is_available(void);

// Creates an inflater for data with a gzip or zlib header, or for raw deflate data. Returns NULL without zlib or enough memory.
CurlABIInflater *curlabi_inflater_make(bool is_raw);
void curlabi_inflater_free(CurlABIInflater *inflater);

// Prepares for another stream after the previous stream has ended.
bool curlabi_inflater_reset(CurlABIInflater *inflater);

// Works like curlabi_inflater_reset, but the next stream may refer to bytes in the previous stream if zlib supports that (RFC 7692, section
// 7.2.3.4).
bool curlabi_inflater_continue(CurlABIInflater *inflater);

// Decompresses data. Before the call, the counts are the available bytes; after it, the used bytes.
CurlABIInflation curlabi_inflater_run(
  CurlABIInflater *inflater, const void *input, size_t *input_count, void *output, size_t *output_count
);

// Compresses messages to raw deflate data.
typedef struct CurlABIDeflater CurlABIDeflater;

// Returns NULL without zlib or enough memory; window_bits is from 9 to 15.
CurlABIDeflater *curlabi_deflater_make(int window_bits);
void curlabi_deflater_free(CurlABIDeflater *deflater);

// Discards the previous messages, so that later messages don't refer to them.
bool curlabi_deflater_reset(CurlABIDeflater *deflater);

// Compresses the end of a message and flushes it. The counts work as in curlabi_inflater_run. If the output is full, call it again for the
// rest. Returns false if there isn't enough memory.
bool curlabi_deflater_run(
  CurlABIDeflater *deflater, const void *input, size_t *input_count, void *output, size_t *output_count
);

#endif
