/**
 * The web page on the admin port, for those who run the platform: its files, what it asks for ({@code /api/...}) and what it is told as it happens
 * ({@code /live/...}). The gate of the port stands before all of it. Looks and acts through {@link rivet.inspect} alone.
 */
package rivet.inspector.page;
