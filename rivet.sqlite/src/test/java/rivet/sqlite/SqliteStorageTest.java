package rivet.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static rivet.sqlite.store.Await.await;
import static rivet.sqlite.store.Await.committed;
import static rivet.sqlite.store.Await.failure;

import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.osgi.framework.BundleContext;

import rivet.spi.storage.Database;
import rivet.spi.storage.DatabaseId;
import rivet.spi.storage.Statement;
import rivet.spi.storage.StorageException;
import rivet.spi.storage.StorageException.Kind;
import rivet.spi.storage.Template;

class SqliteStorageTest {

    private static final DatabaseId ID = new DatabaseId.Platform("directory");

    @TempDir
    Path folder;

    private SqliteStorage start() throws Exception {
        BundleContext context = (BundleContext) Proxy.newProxyInstance(BundleContext.class.getClassLoader(), new Class<?>[] {BundleContext.class},
            (proxy, method, args) -> folder.resolve("bundle").resolve((String) args[0]).toFile());
        return new SqliteStorage(context, ConfigCheckTest.config(Map.of("data", folder.resolve("data").toString())));
    }

    @Test
    void itsThreadsTakeNothingOverFromWhoeverCalls() throws Exception {
        ClassLoader own = Thread.currentThread().getContextClassLoader();
        try (URLClassLoader callers = new URLClassLoader(new URL[0], own)) {
            Thread.currentThread().setContextClassLoader(callers);
            SqliteStorage storage = start();
            await(storage.open(ID, Template.EMPTY));
            assertThat(Thread.getAllStackTraces().keySet()).filteredOn(thread -> thread.getName().startsWith("rivet-sqlite-")).isNotEmpty()
                .noneMatch(thread -> thread.getContextClassLoader() == callers);
            storage.close();
        } finally {
            Thread.currentThread().setContextClassLoader(own);
        }
    }

    @Test
    void startsStopsAndStartsAgain() throws Exception {
        SqliteStorage storage = start();
        Database database = await(storage.open(ID, Template.EMPTY));
        committed(database.batch(List.of(Statement.of("CREATE TABLE t (a)"), Statement.of("INSERT INTO t VALUES (1)"))));
        assertThatThrownBy(this::start).isInstanceOf(StorageException.class).hasMessageContaining(folder.resolve("data").toString());
        storage.close();
        failure(Kind.CLOSED, database.execute(Statement.of("SELECT 1")));
        SqliteStorage next = start();
        assertThat(await(next.exists(ID))).isTrue();
        assertThat(await(next.read(ID, List.of(Statement.of("SELECT a FROM t")), Duration.ofSeconds(30))).getFirst().rows().getFirst()).containsExactly(1L);
        await(next.delete(ID));
        assertThat(next.capabilities().powerSafe()).isTrue();
        next.close();
        failure(Kind.CLOSED, next.delete(ID));
        failure(Kind.CLOSED, next.exists(ID));
        failure(Kind.CLOSED, next.open(ID, Template.EMPTY));
        failure(Kind.CLOSED, next.read(ID, List.of(), Duration.ofSeconds(30)));
    }
}
