package rivet.http;

import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

import org.osgi.service.servlet.whiteboard.Preprocessor;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;

/**
 * Stands before everything on the admin port: nobody gets in without the token, whatever bundles contribute there (design.md 1.7). It is taken from
 * {@code Authorization: Bearer}, {@code x-rivet-token}, or, for a person with a browser, once from the query parameter {@code token}, and then from a
 * cookie. A cookie counts for pages of this port only: others on the same host would have it sent along as well.
 */
final class AdminGate implements Preprocessor {

    private static final String COOKIE = "rivet-admin";
    private static final String PARAMETER = "token=";
    private static final String BEARER = "bearer ";
    private static final String REFUSAL = "{\"group\":\"api\",\"code\":\"forbidden\",\"message\":\"Access denied: the admin token is needed\"}";

    /** For a person who came without the link: a form, which asks for this place again, with the token. */
    private static final String QUESTION = """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark"><title>Rivet</title></head><body><form>
        <h1>The admin token is needed</h1>
        <p>The terminal shows a link with it when the platform starts. It is in the file admin-token of the data folder, too.</p>
        <p><label>Token <input type="password" name="token" size="46" autocomplete="off" autofocus required></label> <button>Open</button></p>
        </form></body></html>
        """;

    private final AdminToken token;

    AdminGate(AdminToken token) {
        this.token = token;
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain) throws IOException, ServletException {
        doFilter((HttpServletRequest) request, (HttpServletResponse) response, chain);
    }

    private void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain) throws IOException, ServletException {
        response.setHeader("x-content-type-options", "nosniff");
        response.setHeader("x-frame-options", "DENY");
        response.setHeader("referrer-policy", "no-referrer");
        response.setHeader("cache-control", "no-store");
        Optional<String> asked = parameter(request);
        if (asked.isPresent() && request.getMethod().equals("GET") && token.isMetBy(asked.get())) {
            remember(asked.get(), request, response);
        } else if (header(request).or(() -> cookie(request)).filter(token::isMetBy).isPresent()) {
            chain.doFilter(request, response);
        } else {
            refuse(request, response);
        }
    }

    private static Optional<String> header(HttpServletRequest request) {
        return Optional.ofNullable(request.getHeader("authorization")).filter(value -> value.toLowerCase(Locale.ROOT).startsWith(BEARER))
            .map(value -> value.substring(BEARER.length()).strip()).or(() -> Optional.ofNullable(request.getHeader("x-rivet-token")));
    }

    private static Optional<String> cookie(HttpServletRequest request) {
        return Optional.ofNullable(request.getCookies()).filter(cookies -> isOfThisPort(request)).stream().flatMap(Arrays::stream)
            .filter(cookie -> cookie.getName().equals(COOKIE)).map(Cookie::getValue).findFirst();
    }

    /** A browser says which page a request is of; the one that a person opens is nobody's. */
    private static boolean isOfThisPort(HttpServletRequest request) {
        String origin = request.getHeader("origin");
        String site = request.getHeader("sec-fetch-site");
        boolean opened = request.getMethod().equals("GET") && "navigate".equals(request.getHeader("sec-fetch-mode"));
        return (origin == null || origin.toLowerCase(Locale.ROOT).endsWith("://" + request.getHeader("host").toLowerCase(Locale.ROOT)))
            && (site == null || opened || site.equals("same-origin") || site.equals("none"));
    }

    /** Read from the query itself: to ask for parameters would read the body of a form. */
    private static Optional<String> parameter(HttpServletRequest request) {
        return Optional.ofNullable(request.getQueryString()).stream().flatMap(query -> Arrays.stream(query.split("&"))).filter(part -> part.startsWith(PARAMETER))
            .map(part -> URLDecoder.decode(part.substring(PARAMETER.length()), StandardCharsets.UTF_8)).findFirst();
    }

    /** The token leaves the address, which is kept in histories. */
    private static void remember(String secret, HttpServletRequest request, HttpServletResponse response) {
        Cookie cookie = new Cookie(COOKIE, secret);
        cookie.setHttpOnly(true);
        cookie.setPath("/");
        cookie.setSecure(request.isSecure());
        cookie.setAttribute("SameSite", "Strict");
        response.addCookie(cookie);
        String rest = String.join("&", Arrays.stream(request.getQueryString().split("&")).filter(part -> !part.startsWith(PARAMETER)).toList());
        response.setStatus(HttpServletResponse.SC_SEE_OTHER);
        // a path that began with two slashes would be another host's
        response.setHeader("location", "/" + request.getRequestURI().replaceFirst("^/+", "") + (rest.isEmpty() ? "" : "?" + rest));
    }

    private static void refuse(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setStatus(HttpServletResponse.SC_UNAUTHORIZED);
        response.setHeader("www-authenticate", "Bearer realm=\"rivet\"");
        String accepted = request.getHeader("accept");
        boolean person = request.getMethod().equals("GET") && accepted != null && accepted.contains("text/html");
        if (person) {
            response.setHeader("content-security-policy", "default-src 'none'; form-action 'self'; base-uri 'none'");
        }
        response.setContentType(person ? "text/html;charset=utf-8" : "application/json");
        response.getOutputStream().write((person ? QUESTION : REFUSAL).getBytes(StandardCharsets.UTF_8));
    }
}
