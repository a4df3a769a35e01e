import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import javax.xml.parsers.DocumentBuilderFactory;

import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** Counts what JUnit reports as XML, and shows what failed. */
final class Reports {

    private int passed;
    private int failed;

    int passed() {
        return passed;
    }

    int failed() {
        return failed;
    }

    void add(int morePassed, int moreFailed) {
        passed += morePassed;
        failed += moreFailed;
    }

    /** Reads the reports of one run; returns how many tests it had. */
    int read(Path folder) throws Exception {
        int before = passed + failed;
        if (Files.isDirectory(folder)) {
            try (Stream<Path> list = Files.list(folder)) {
                for (Path file : list.filter(f -> f.toString().endsWith(".xml")).toList()) {
                    Element suite = DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(file.toFile()).getDocumentElement();
                    if (suite.getTagName().equals("testsuite")) {
                        suite(suite);
                    }
                }
            }
        }
        return passed + failed - before;
    }

    private void suite(Element suite) {
        int bad = number(suite, "failures") + number(suite, "errors");
        failed += bad;
        passed += number(suite, "tests") - bad - number(suite, "skipped");
        if (bad > 0) {
            show(suite.getElementsByTagName("failure"));
            show(suite.getElementsByTagName("error"));
        }
    }

    private static void show(NodeList failures) {
        for (int i = 0; i < failures.getLength(); i++) {
            Element failure = (Element) failures.item(i);
            Element test = (Element) failure.getParentNode();
            System.out.println("FAILED " + test.getAttribute("classname") + "." + test.getAttribute("name"));
            failure.getTextContent().lines().limit(12).forEach(line -> System.out.println("    " + line));
        }
    }

    private static int number(Element element, String attribute) {
        String value = element.getAttribute(attribute);
        return value.isEmpty() ? 0 : Integer.parseInt(value);
    }
}
