// A self-signed certificate of this host, made by the JDK.
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const keytool = process.env.JAVA_HOME ? join(process.env.JAVA_HOME, "bin", "keytool") : "keytool";

export const PASSWORD = "a-password-that-nobody-prints";

// Returns the key store, and a file with the certificate for those who are to trust it; both are gone after the test.
export function certificate(t) {
    const folder = mkdtempSync(join(tmpdir(), "rivet-tls-"));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const store = join(folder, "keys.p12");
    const tool = (...words) => execFileSync(keytool, [...words, "-keystore", store, "-storetype", "PKCS12", "-storepass:env", "RIVET_TEST_KEYS"],
        { stdio: "pipe", env: { ...process.env, RIVET_TEST_KEYS: PASSWORD } });
    tool("-genkeypair", "-alias", "rivet", "-keyalg", "EC", "-dname", "CN=localhost", "-ext", "san=dns:localhost,ip:127.0.0.1", "-validity", "2");
    const authority = join(folder, "ca.pem");
    writeFileSync(authority, tool("-exportcert", "-rfc", "-alias", "rivet"));
    return { store, authority };
}
