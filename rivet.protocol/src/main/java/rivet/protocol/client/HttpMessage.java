package rivet.protocol.client;

/** The body of an HTTP request or response about an action or a queue (spec/wire.md 7 and 10). */
public sealed interface HttpMessage
    permits HttpActionRequest, HttpActionResponse, HttpQueueSendRequest, HttpQueueSendResponse, HttpError {}
