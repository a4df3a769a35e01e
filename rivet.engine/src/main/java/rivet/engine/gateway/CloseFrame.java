package rivet.engine.gateway;

import java.nio.charset.StandardCharsets;

/**
 * What a close frame may say.
 *
 * @param code a code that may be sent
 * @param reason at most {@value #LONGEST} bytes
 */
record CloseFrame(int code, String reason) {

    /** Most bytes of a reason (RFC 6455, 5.5). */
    static final int LONGEST = 123;
    private static final int NORMAL = 1000;
    private static final int NO_CODE = 1005;
    static final int SERVER_ERROR = 1011;
    static final int GOING_AWAY = 1001;

    /** Makes the frame that comes nearest to what is wanted. */
    static CloseFrame of(int code, String reason) {
        return new CloseFrame(code == NO_CODE ? NORMAL : isSendable(code) ? code : SERVER_ERROR, cut(reason));
    }

    private static boolean isSendable(int code) {
        return code >= 1000 && code <= 1003 || code >= 1007 && code <= 1014 || code >= 3000 && code <= 4999;
    }

    private static String cut(String reason) {
        byte[] bytes = reason.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= LONGEST) {
            return reason;
        }
        int end = LONGEST;
        while ((bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }
}
