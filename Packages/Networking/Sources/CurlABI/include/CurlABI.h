// The part of libcurl's stable C interface that CurlTransport uses, loaded at run time.
//
// Nothing here needs libcurl's headers or links against it: the numbers below are part of libcurl's ABI, which has not
// changed an existing number since 7.x (https://curl.se/libcurl/abi.html), and the functions are looked up with dlsym.

#ifndef CURL_ABI_H
#define CURL_ABI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// What loading found. Everything else in this header may be called only after CurlABILoaded.
typedef enum {
  CurlABILoaded = 0,
  CurlABINotFound = 1,
  CurlABITooOld = 2,
  CurlABIIncomplete = 3,
} CurlABILoadResult;

// Loads libcurl once for the process; later calls return the first result. Safe to call from any thread.
CurlABILoadResult curlabi_load(void);

// The reason of a load that failed, or the version of the library that was loaded. Never NULL after curlabi_load.
const char *curlabi_load_detail(void);

// CURLoption numbers (curl/curl.h): type base 0 long, 10000 pointer, 20000 function, 30000 curl_off_t.
enum {
  CurlABIOptionPort = 3,
  CurlABIOptionSSLVersion = 32,
  CurlABIOptionNoBody = 44,
  CurlABIOptionUpload = 46,
  CurlABIOptionPost = 47,
  CurlABIOptionFollowLocation = 52,
  CurlABIOptionSSLVerifyPeer = 64,
  CurlABIOptionHTTPGet = 80,
  CurlABIOptionSSLVerifyHost = 81,
  CurlABIOptionHTTPVersion = 84,
  CurlABIOptionBufferSize = 98,
  CurlABIOptionNoSignal = 99,
  CurlABIOptionConnectTimeoutMilliseconds = 156,
  CurlABIOptionProtocols = 181,
  CurlABIOptionPathAsIs = 234,
  CurlABIOptionSuppressConnectHeaders = 265,
  CurlABIOptionHTTP09Allowed = 285,
  CurlABIOptionWriteData = 10001,
  CurlABIOptionURL = 10002,
  CurlABIOptionReadData = 10009,
  CurlABIOptionErrorBuffer = 10010,
  CurlABIOptionPostFields = 10015,
  CurlABIOptionHTTPHeader = 10023,
  CurlABIOptionHeaderData = 10029,
  CurlABIOptionCustomRequest = 10036,
  CurlABIOptionCAInfo = 10065,
  CurlABIOptionAcceptEncoding = 10102,
  CurlABIOptionPrivate = 10103,
  CurlABIOptionNoProxy = 10177,
  CurlABIOptionSeekData = 10168,
  CurlABIOptionUnixSocketPath = 10231,
  CurlABIOptionWriteFunction = 20011,
  CurlABIOptionReadFunction = 20012,
  CurlABIOptionHeaderFunction = 20079,
  CurlABIOptionSeekFunction = 20167,
  CurlABIOptionPostFieldSizeLarge = 30120,
};

// CURLINFO numbers: type base 0x200000 long, 0x600000 curl_off_t.
enum {
  CurlABIInfoOSErrorNumber = 0x200000 + 25,
  CurlABIInfoPretransferMicroseconds = 0x600000 + 53,
};

// CURLMoption numbers.
enum {
  CurlABIMultiOptionMaximumIdleConnections = 6,
};

// CURLcode values that CurlTransport tells apart (curl/curl.h, "CURLcode").
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
  CurlABICodeOutOfMemory = 27,
  CurlABICodeTimedOut = 28,
  CurlABICodeTLSConnect = 35,
  CurlABICodeTLSCertificate = 58,
  CurlABICodeTLSCipher = 59,
  CurlABICodeTLSPeerVerification = 60,
  CurlABICodeTLSCAFile = 77,
  CurlABICodeGotNothing = 52,
  CurlABICodeSendError = 55,
  CurlABICodeReceiveError = 56,
  CurlABICodeBadContentEncoding = 61,
  CurlABICodeTLSCRL = 82,
  CurlABICodeTLSIssuer = 83,
  CurlABICodeTLSPinnedKey = 90,
  CurlABICodeTLSInvalidStatus = 91,
  CurlABICodeHTTP2Stream = 92,
};

// Values of options.
enum {
  CurlABIProtocolHTTP = 1 << 0,
  CurlABIProtocolHTTPS = 1 << 1,
  CurlABIHTTPVersion2OverTLS = 4,
  CurlABITLSVersion1_2 = 6,
  CurlABIErrorBufferSize = 256,
};

// Returned by a write callback to stop delivery until curlabi_unpause (CURL_WRITEFUNC_PAUSE).
#define CURLABI_WRITE_PAUSE ((size_t)0x10000001)

typedef size_t (*curlabi_data_callback)(char *bytes, size_t size, size_t count, void *context);

// origin is SEEK_SET, SEEK_CUR or SEEK_END; answers 0 when it worked.
typedef int (*curlabi_seek_callback)(void *context, int64_t offset, int origin);

typedef void CurlABIEasy;
typedef void CurlABIMulti;
typedef void CurlABIList;

CurlABIEasy *curlabi_easy_make(void);
void curlabi_easy_free(CurlABIEasy *easy);
int curlabi_easy_set_long(CurlABIEasy *easy, int option, long value);
int curlabi_easy_set_offset(CurlABIEasy *easy, int option, int64_t value);
int curlabi_easy_set_pointer(CurlABIEasy *easy, int option, const void *value);
int curlabi_easy_set_callback(CurlABIEasy *easy, int option, curlabi_data_callback callback);
int curlabi_easy_set_seek_callback(CurlABIEasy *easy, curlabi_seek_callback callback);
int curlabi_easy_unpause(CurlABIEasy *easy);
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
int curlabi_multi_perform(CurlABIMulti *multi);
int curlabi_multi_poll(CurlABIMulti *multi, int milliseconds);
int curlabi_multi_wakeup(CurlABIMulti *multi);

// Takes the next finished transfer; false when there is none.
bool curlabi_multi_next_result(CurlABIMulti *multi, CurlABIEasy **easy, int *code);

#endif
