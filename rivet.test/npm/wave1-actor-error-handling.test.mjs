// Wave 1, actor-error-handling and conn-error-serialization.
import assert from "node:assert/strict";
import { each, failure, rejects } from "./support.mjs";

each("actor-error-handling 1: a user error keeps its message and has no metadata", async ({ client }) => {
    const error = await rejects(client.errorHandlingActor.getOrCreate().throwSimpleError(), "user", "user_error");
    assert.equal(error.message, "Simple error message");
    assert.equal(error.metadata, undefined);
});

each("actor-error-handling 2: a user error with a code and metadata arrives with both", async ({ client }) => {
    const error = await rejects(client.errorHandlingActor.getOrCreate().throwDetailedError(), "user", "detailed_error");
    assert.equal(error.message, "Detailed error message");
    assert.equal(error.metadata.reason, "test");
    assert.ok("timestamp" in error.metadata);
});

each("actor-error-handling 3: any other exception is masked", async ({ client }) => {
    const error = await rejects(client.errorHandlingActor.getOrCreate().throwInternalError(), "rivetkit", "internal_error");
    assert.equal(error.message, "An internal error occurred");
    assert.equal(error.metadata, undefined);
});

each("actor-error-handling 4: an action over its 500 ms fails", async ({ client }) => {
    assert.match((await failure(client.errorHandlingActor.getOrCreate().timeoutAction())).message, /timed out/i);
});

each("actor-error-handling 5: 200 ms pass under 500 ms", async ({ client }) => {
    assert.equal(await client.errorHandlingActor.getOrCreate().delayedAction(200), "Completed after 200ms");
});

each("actor-error-handling 6: another type, another timeout", async ({ client }) => {
    const actor = client.customTimeoutActor.getOrCreate();
    assert.equal(await actor.quickAction(), "Quick action completed");
    assert.match((await failure(actor.slowAction())).message, /timed out/i);
});

each("actor-error-handling 7: after an error the actor serves the next action", async ({ client }) => {
    const actor = client.errorHandlingActor.getOrCreate();
    await failure(actor.throwSimpleError());
    await failure(actor.throwInternalError());
    assert.equal(await actor.successfulAction(), "success");
    assert.deepEqual(await actor.logError("one"), ["one"]);
    assert.deepEqual(await actor.getErrorLog(), ["one"]);
    assert.equal(await actor.clearErrorLog(), true);
});

each("conn-error-serialization 1: an error of the state factory reaches the waiting action", async ({ client, connect }) => {
    const connection = connect(client.connErrorSerializationActor.getOrCreate([], { params: { shouldThrow: true } }));
    await rejects(connection.getValue(), "connection", "custom_error");
});

each("conn-error-serialization 2: without the error the action works", async ({ client, connect }) => {
    assert.equal(await connect(client.connErrorSerializationActor.getOrCreate([], { params: { shouldThrow: false } })).getValue(), 0);
});

each("conn-error-serialization 3: an action's error keeps message, code and metadata over the connection", async ({ client, connect }) => {
    const connection = connect(client.errorHandlingActor.getOrCreate());
    const error = await rejects(connection.throwDetailedError(), "user", "detailed_error");
    assert.equal(error.message, "Detailed error message");
    assert.equal(error.metadata.reason, "test");
    assert.ok("timestamp" in error.metadata);
    assert.equal(await connection.successfulAction(), "success");
});
