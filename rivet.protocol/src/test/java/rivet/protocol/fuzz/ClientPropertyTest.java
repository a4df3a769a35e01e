package rivet.protocol.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import rivet.protocol.client.Encoding;
import rivet.protocol.client.Frame;
import rivet.protocol.client.HttpActionRequest;
import rivet.protocol.client.HttpActionResponse;
import rivet.protocol.client.HttpError;
import rivet.protocol.client.HttpQueueSendRequest;
import rivet.protocol.client.HttpQueueSendResponse;
import rivet.protocol.client.ToClient;
import rivet.protocol.client.ToServer;
import rivet.protocol.golden.GoldenVector;
import rivet.protocol.golden.Messages;

/** Messages of the client protocol, good and hostile, in its three encodings. */
class ClientPropertyTest {

    private static final List<String> TYPES = GoldenVector.messages().stream().map(GoldenVector::type).distinct().toList();

    /** What somebody sends: the type that the receiver expects need not be that of the bytes. */
    record Sent(String type, Encoding encoding, byte[] bytes, boolean text) {

        Frame frame() {
            return text ? new Frame.Text(new String(bytes, StandardCharsets.UTF_8)) : new Frame.Binary(bytes);
        }
    }

    @Property
    void whatIsReadCanBeWrittenAndMeansTheSame(@ForAll("hostile") Sent sent) {
        boolean http = !sent.type().startsWith("To");
        Frame frame = http ? new Frame.Binary(sent.bytes()) : sent.frame();
        Hostile.decode(sent.bytes(), () -> Messages.decode(sent.type(), sent.encoding(), frame)).ifPresent(message -> {
            Frame again = new Frame.Binary(Messages.encode(message, sent.encoding()));
            assertThat(Messages.fields(Messages.decode(sent.type(), sent.encoding(), again))).isEqualTo(Messages.fields(message));
        });
    }

    @Property
    void messagesAreReadAsTheyWereWritten(@ForAll("messages") Object message, @ForAll Encoding encoding) {
        byte[] bytes = Messages.encode(message, encoding);
        Object again = Messages.decode(type(message), encoding, new Frame.Binary(bytes));
        assertThat(Messages.fields(again)).isEqualTo(Messages.fields(message));
    }

    private static String type(Object message) {
        return switch (message) {
            case ToClient m -> "ToClient";
            case ToServer m -> "ToServer";
            case HttpError m -> "HttpResponseError";
            default -> message.getClass().getSimpleName();
        };
    }

    @Provide
    Arbitrary<Sent> hostile() {
        Arbitrary<Encoding> encodings = Arbitraries.of(Encoding.values());
        return encodings.flatMap(encoding -> {
            List<byte[]> seeds = GoldenVector.messages().stream().filter(vector -> vector.encoding() == encoding).map(GoldenVector::bytes).toList();
            Arbitrary<byte[]> bytes = Arbitraries.oneOf(Mutants.of(seeds), Mutants.noise());
            return Combinators.combine(Arbitraries.of(TYPES), bytes, Arbitraries.of(true, false)).as((type, b, text) -> new Sent(type, encoding, b, text));
        }).withoutEdgeCases();
    }

    @Provide
    Arbitrary<Object> messages() {
        Arbitrary<Object> values = PlainValues.any();
        Arbitrary<List<Object>> args = values.list().ofMaxSize(3);
        Arbitrary<String> texts = Records.texts();
        Arbitrary<Long> ids = Arbitraries.longs().between(0, Long.MAX_VALUE);
        return Arbitraries.oneOf(List.of(
            Combinators.combine(texts, texts).as((a, b) -> (Object) new ToClient.Init(a, b)),
            Combinators.combine(texts, texts, texts, ids.optional()).as((group, code, text, id) -> (Object) new ToClient.Error(group, code, text,
                Optional.empty(), id.map(OptionalLong::of).orElse(OptionalLong.empty()), Optional.empty())),
            Combinators.combine(ids, values).as((id, value) -> (Object) new ToClient.ActionResponse(id, value)),
            Combinators.combine(texts, args).as((name, list) -> (Object) new ToClient.Event(name, list)),
            Combinators.combine(ids, texts, args).as((id, name, list) -> (Object) new ToServer.ActionRequest(id, name, list)),
            Combinators.combine(texts, Arbitraries.of(true, false)).as((name, on) -> (Object) new ToServer.SubscriptionRequest(name, on)),
            args.map(list -> (Object) new HttpActionRequest(list)),
            values.map(value -> (Object) new HttpActionResponse(value)),
            Combinators.combine(values, texts.optional(), Arbitraries.of(true, false), Arbitraries.longs().between(0, 1L << 40).optional())
                .as((value, name, waits, timeout) -> (Object) new HttpQueueSendRequest(value, name, waits,
                    timeout.map(OptionalLong::of).orElse(OptionalLong.empty()))),
            Combinators.combine(texts, values).as((status, value) -> (Object) new HttpQueueSendResponse(status, value)),
            Combinators.combine(texts, texts, texts).as((group, code, text) -> (Object) new HttpError(group, code, text, Optional.empty(), Optional.empty()))));
    }
}
