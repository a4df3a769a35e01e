/**
 * Values as JavaScript clients know them. Every codec and every mapping speaks in <em>plain values</em>:
 * <table>
 * <caption>plain values</caption>
 * <tr><th>JavaScript</th><th>Java</th></tr>
 * <tr><td>null</td><td>{@code null}</td></tr>
 * <tr><td>undefined</td><td>{@link rivet.value.Undefined#UNDEFINED}</td></tr>
 * <tr><td>boolean</td><td>{@link java.lang.Boolean}</td></tr>
 * <tr><td>number</td><td>{@link java.lang.Integer}, {@link java.lang.Long}, {@link java.lang.Double}</td></tr>
 * <tr><td>bigint</td><td>{@link java.math.BigInteger}</td></tr>
 * <tr><td>string</td><td>{@link java.lang.String}</td></tr>
 * <tr><td>Uint8Array</td><td>{@code byte[]}</td></tr>
 * <tr><td>ArrayBuffer</td><td>{@link java.nio.ByteBuffer}</td></tr>
 * <tr><td>other typed arrays</td><td>{@link rivet.value.TypedArray}</td></tr>
 * <tr><td>Date</td><td>{@link java.time.Instant}, in milliseconds</td></tr>
 * <tr><td>array</td><td>{@link java.util.List}</td></tr>
 * <tr><td>object</td><td>{@link java.util.Map} with {@code String} keys, in order</td></tr>
 * <tr><td>Set</td><td>{@link java.util.Set}, in order</td></tr>
 * <tr><td>Map</td><td>{@link rivet.value.JsMap}</td></tr>
 * <tr><td>RegExp, Error and what else has a CBOR tag</td><td>{@link rivet.value.Tagged}</td></tr>
 * </table>
 * Authors meet these types where a parameter or result is declared {@code Object}.
 */
@org.osgi.annotation.bundle.Export
@org.osgi.annotation.versioning.Version("1.0.0")
package rivet.value;
