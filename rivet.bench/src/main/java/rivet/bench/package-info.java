/**
 * The load benchmark: how fast the platform has to be is said in ratios, so what they are ratios of (a null server, SQLite
 * alone) is measured beside it, in turn, by the same client. Not a bundle. After the build steps {@code build benchpath}:
 *
 * <pre>
 * java --enable-native-access=ALL-UNNAMED -cp "$(cat rivet.bench/target/bench.classpath)" rivet.bench.Bench \
 *     --quick --server 'java -Drivet.durability={level} -jar rivet.jar --home {data} --bundles DIR --port {port}'
 * </pre>
 *
 * What the server has to offer: actor types {@code counter} ({@code noop()} 1, {@code increment(n)} and
 * {@code get()} the count, {@code broadcast(n, payload)} n events {@code tick(i, payload)}, {@code goSleep()}) and
 * {@code sqlCounter} ({@code insert(v)} a row, {@code select1()} their number). Every reply is checked; any error ends
 * the measurement that met it, and the exit status is then 1.
 */
package rivet.bench;
