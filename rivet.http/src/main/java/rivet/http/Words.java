package rivet.http;

import org.osgi.framework.BundleContext;

/** What the command line said, in framework properties. A configuration has the first word. */
final class Words {

    private final BundleContext context;

    Words(BundleContext context) {
        this.context = context;
    }

    String or(String configured, String property, String otherwise) {
        if (!configured.isEmpty()) {
            return configured;
        }
        String said = context.getProperty(property);
        return said == null ? otherwise : said;
    }
}
